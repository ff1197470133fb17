import { ECRClient } from '@aws-sdk/client-ecr';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { EcrImageStore } from '../../../../infra/images/ecr-image-store.ts';
import { mirrorImage } from '../../../../infra/images/mirror-image.ts';
import { addImage } from '../../../support/images/an-image.ts';
import { EcrServer } from '../../../support/images/ecr-server.ts';
import { digestOf, RegistryServer } from '../../../support/images/registry-server.ts';

const source = await RegistryServer.start('token');
const target = await RegistryServer.start('password');
const ecr = await EcrServer.start(target.host);
afterAll(() => Promise.all([source.stop(), target.stop(), ecr.stop()]));

const client = new ECRClient({
  endpoint: ecr.url,
  region: 'eu-west-1',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
});
const pace = { attempts: 3, pauseMilliseconds: 1, silenceMilliseconds: 5_000 };
const lines: string[] = [];

const mirror = (options: Partial<Parameters<typeof mirrorImage>[0]> = {}) =>
  mirrorImage({
    image: `${source.host}/owner/agent:1.0`,
    store: new EcrImageStore(client),
    log: (line) => lines.push(line),
    pace,
    ...options,
  });

beforeEach(() => {
  for (const registry of [source, target]) {
    registry.blobs.clear();
    registry.manifests.clear();
    registry.forged.clear();
    registry.requests.length = 0;
  }
  source.ignoresRanges = false;
  ecr.repositories.clear();
  ecr.calls.length = 0;
  lines.length = 0;
});

describe('mirroring an image', () => {
  it('copies all of it, and names it by the digest of the source', async () => {
    const { digest } = addImage(source, '1.0');

    const mirrored = await mirror();

    expect(mirrored).toMatchObject({ digest, sourceDigest: digest, presentBlobs: 0 });
    expect(mirrored.image).toBe(`${target.host}/owner/agent@${digest}`);
    expect(new Map(target.blobs)).toEqual(new Map(source.blobs));
    expect(digestOf(target.manifests.get('1.0')?.bytes ?? Buffer.alloc(0))).toBe(digest);
    expect([...target.manifests.keys()].sort()).toEqual([...source.manifests.keys()].sort());
  });

  it('creates a repository whose tags never move, scanned, with a rule for leftovers', async () => {
    addImage(source, '1.0');

    await mirror({ repository: 'mine/agent' });

    expect(ecr.calls.find(({ operation }) => operation === 'CreateRepository')?.input).toEqual({
      repositoryName: 'mine/agent',
      imageTagMutability: 'IMMUTABLE',
      imageScanningConfiguration: { scanOnPush: true },
    });
    expect(JSON.parse(ecr.policies.get('mine/agent') ?? '')).toMatchObject({
      rules: [{ selection: { tagStatus: 'untagged', countNumber: 14 }, action: { type: 'expire' } }],
    });
    expect(ecr.problems).toEqual([]);
  });

  it('leaves a repository that exists as it is, and says that its tags can move', async () => {
    addImage(source, '1.0');
    ecr.addRepository('owner/agent', 'MUTABLE');

    await mirror();

    expect(ecr.calls.map(({ operation }) => operation)).toEqual(['DescribeRepositories', 'GetAuthorizationToken']);
    expect(lines).toContainEqual(expect.stringContaining('tags can be moved'));
  });

  it('leaves other platforms out, and names the digest of what is left', async () => {
    const { digest } = addImage(source, '1.0', { others: ['windows/amd64'] });

    const mirrored = await mirror();

    expect(mirrored.sourceDigest).toBe(digest);
    expect(mirrored.digest).not.toBe(digest);
    const { manifests } = JSON.parse(String(target.manifests.get(mirrored.digest)?.bytes));
    expect(manifests.map(({ platform }: { platform: { os: string } }) => platform.os)).toEqual([
      'linux',
      'linux',
      'unknown',
    ]);
    expect(lines).toContain('left out: windows/amd64');
  });

  it('copies an image that is named by digest, under a tag that keeps it', async () => {
    const { digest } = addImage(source, '1.0');

    await mirror({ image: `${source.host}/owner/agent@${digest}` });

    expect(target.manifests.has(`sha256-${digest.slice(7, 19)}`)).toBe(true);
  });
});

describe('a second run', () => {
  it('sends nothing again', async () => {
    addImage(source, '1.0');
    await mirror();
    target.requests.length = 0;

    const mirrored = await mirror();

    expect(mirrored.copiedBlobs).toBe(0);
    expect(mirrored.presentBlobs).toBe(source.blobs.size);
    expect(target.count(/^(POST|PATCH)/)).toBe(0);
  });

  it('sends only what a broken run did not store', async () => {
    const { layers } = addImage(source, '1.0');
    const [broken = ''] = layers;
    source.cuts.set(broken, [10, 0, 0, 0]);
    await expect(mirror()).rejects.toThrow(`The blob ${broken} could not be read in 3 tries`);
    source.cuts.delete(broken);
    const stored = target.blobs.size;

    const mirrored = await mirror();

    expect(target.manifests.has('1.0')).toBe(true);
    expect(mirrored.presentBlobs).toBe(stored);
    expect(mirrored.copiedBlobs).toBe(source.blobs.size - stored);
  });

  it('is refused when the tag names another image by now', async () => {
    const first = addImage(source, '1.0');
    await mirror();
    addImage(source, '1.0');

    await expect(mirror()).rejects.toThrow(`The tag 1.0 of owner/agent names ${first.digest} already`);
    expect(digestOf(target.manifests.get('1.0')?.bytes ?? Buffer.alloc(0))).toBe(first.digest);
  });
});

describe('a connection that breaks in a blob', () => {
  it.each([false, true])('is taken up where it was, also when ranges are ignored: %s', async (ignoresRanges) => {
    const { layers, digest } = addImage(source, '1.0');
    source.ignoresRanges = ignoresRanges;
    source.cuts.set(layers[0] ?? '', [100_000, 50_000]);

    expect(await mirror()).toMatchObject({ digest });
    expect(target.blobs.get(layers[0] ?? '')).toEqual(source.blobs.get(layers[0] ?? ''));
    expect(source.count(new RegExp(`GET .*${layers[0]}`))).toBe(3);
    // The target got it in one piece.
    expect(target.count(/^PATCH/)).toBe(target.blobs.size);
  });
});

describe('what is not what its digest says', () => {
  it.each([
    ['other bytes', (size: number) => Buffer.alloc(size, 'x'), 'what came has the digest'],
    ['more bytes', (size: number) => Buffer.alloc(size + 1, 'x'), 'it is longer than its 300000 bytes'],
  ])('%s of a blob are refused, and neither blob nor tag is stored', async (_, forge, reason) => {
    const [layer = ''] = addImage(source, '1.0').layers;
    source.forged.set(layer, forge(300_000));

    await expect(mirror()).rejects.toThrow(reason);
    expect(target.blobs.has(layer)).toBe(false);
    expect(target.manifests.size).toBe(0);
  });

  it('a manifest is refused', async () => {
    const { digest } = addImage(source, '1.0');
    addImage(source, 'forged');
    const forged = source.manifests.get('forged');
    if (forged) source.manifests.set(digest, forged);

    await expect(mirror({ image: `${source.host}/owner/agent@${digest}` })).rejects.toThrow(
      /sent sha256:.* for the manifest/,
    );
    expect(target.manifests.size).toBe(0);
  });
});

describe('an image that cannot be had', () => {
  it('is named when the tag does not exist, and leaves no repository behind', async () => {
    await expect(mirror()).rejects.toThrow(/owner\/agent answered 404 about the manifest 1\.0/);
    expect(ecr.repositories.size).toBe(0);
  });

  it('has none of the platforms', async () => {
    addImage(source, '1.0');

    await expect(mirror({ platforms: ['linux/s390x'] })).rejects.toThrow(
      'The image has none of linux/s390x; it has linux/amd64, linux/arm64.',
    );
  });
});
