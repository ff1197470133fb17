import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OWNER_TAG } from '../../../../infra/console/files.ts';
import { filesHandler } from '../../../../infra/custom-resources/console-files.ts';
import { anAccount, type Call, type Reply } from './an-account.ts';

const done: Reply = { status: 200, body: '' };
const denied: Reply = {
  status: 403,
  body: '<Error><Code>AccessDenied</Code><Message>Access Denied.</Message></Error>',
};

interface Version {
  readonly key: string;
  readonly id: string;
  readonly type?: string | undefined;
  readonly cache?: string | undefined;
}

/** The bucket `site` with versions, which lists two of them at a time. */
class AVersionedBucket {
  versions: readonly Version[] = [];
  tags: readonly string[] = [OWNER_TAG];
  #written = 0;

  replyTo = ({ method, path, headers, body }: Call): Reply => {
    const { pathname, searchParams } = new URL(path, 'http://s3');
    const key = decodeURIComponent(pathname.replace('/site', '').replace(/^\//, ''));
    if (method === 'PUT') {
      const [type, cache] = [headers['content-type'], headers['cache-control']];
      this.versions = [...this.versions, { key, id: `v${++this.#written}`, type, cache }];
      return done;
    }
    if (method === 'POST') return this.#delete(body);
    if (searchParams.has('versions')) return this.#list(searchParams);
    if (searchParams.has('tagging')) return this.#tagging();
    return denied;
  };

  get keys(): readonly string[] {
    return [...new Set(this.versions.map(({ key }) => key))].toSorted();
  }

  #delete(body: string): Reply {
    const gone = [...body.matchAll(/<Key>([^<]*)<\/Key><VersionId>([^<]*)</g)].map(([, key, id]) => `${key} ${id}`);
    expect(gone.length).toBeGreaterThan(0);
    this.versions = this.versions.filter(({ key, id }) => !gone.includes(`${key} ${id}`));
    return { status: 200, body: '<DeleteResult/>' };
  }

  #list(query: URLSearchParams): Reply {
    const after = `${query.get('key-marker') ?? ''} ${query.get('version-id-marker') ?? ''}`;
    const nameOf = ({ key, id }: Version) => `${key} ${id}`;
    const left = this.versions
      .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
      .filter((one) => nameOf(one) > after);
    const [page, last] = [left.slice(0, 2), left[1]];
    const listed = page.map(({ key, id }, place) => {
      const kind = place === 0 ? 'Version' : 'DeleteMarker';
      return `<${kind}><Key>${key}</Key><VersionId>${id}</VersionId></${kind}>`;
    });
    const next = `<NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.id}</NextVersionIdMarker>`;
    const more = left.length > 2 ? `<IsTruncated>true</IsTruncated>${next}` : '<IsTruncated>false</IsTruncated>';
    return { status: 200, body: `<ListVersionsResult>${more}${listed.join('')}</ListVersionsResult>` };
  }

  #tagging(): Reply {
    if (this.tags.length === 0) return { status: 404, body: '<Error><Code>NoSuchTagSet</Code></Error>' };
    const tags = this.tags.map((key) => `<Tag><Key>${key}</Key><Value>true</Value></Tag>`);
    return { status: 200, body: `<Tagging><TagSet>${tags.join('')}</TagSet></Tagging>` };
  }
}

function aSite(files: readonly string[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'site-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, 'assets'));
  for (const file of files) writeFileSync(join(directory, file), file);
  return directory;
}

const first = ['assets/app-1.js', 'assets/app-1.css', 'index.html', 'old.html'];

/** A console that was deployed once. */
async function aConsole() {
  const bucket = new AVersionedBucket();
  const account = await anAccount('S3', bucket.replyTo);
  const properties = { ResourceProperties: { Bucket: 'site', Config: { api_url: 'https://api' } } };
  const send = (type: 'Create' | 'Update' | 'Delete', files: readonly string[] = first) =>
    filesHandler(aSite(files))({ ...account.event(type), ...properties });
  await send('Create');
  return { bucket, send, statuses: () => account.answers.map(({ body }) => body.Status) };
}

describe("the files of the console's bucket", () => {
  it('are written with their types, and pages after the assets that they name', async () => {
    const { bucket, statuses } = await aConsole();

    const written = Object.fromEntries(bucket.versions.map(({ key, type, cache }) => [key, [type, cache]]));
    const immutable = 'public, max-age=31536000, immutable';
    expect(written).toEqual({
      'assets/app-1.js': ['text/javascript; charset=utf-8', immutable],
      'assets/app-1.css': ['text/css; charset=utf-8', immutable],
      'index.html': ['text/html; charset=utf-8', 'no-cache'],
      'old.html': ['text/html; charset=utf-8', 'no-cache'],
      'config.json': ['application/json', 'no-cache'],
    });
    expect(bucket.versions.slice(0, 2).map(({ key }) => key.split('/')[0])).toEqual(['assets', 'assets']);
    expect(statuses()).toEqual(['SUCCESS']);
  });

  it('of the release before stay when tabs can load them, and pages that it alone had go', async () => {
    const { bucket, send } = await aConsole();

    await send('Update', ['assets/app-2.js', 'index.html']);

    expect(bucket.keys).toEqual([
      'assets/app-1.css',
      'assets/app-1.js',
      'assets/app-2.js',
      'config.json',
      'index.html',
    ]);
  });

  it('are gone after the deletion, with all versions and markers, so that the bucket can go', async () => {
    const { bucket, send, statuses } = await aConsole();
    await send('Update');

    await send('Delete');

    expect(bucket.versions).toEqual([]);
    expect(statuses()).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  });

  it('are gone after a deletion of a bucket without tags', async () => {
    const { bucket, send } = await aConsole();
    bucket.tags = [];

    await send('Delete');

    expect(bucket.versions).toEqual([]);
  });

  it('stay after a rollback to the version whose copier wrote them', async () => {
    const { bucket, send, statuses } = await aConsole();
    bucket.tags = ['aws-cdk:cr-owned:a7129146', 'aws-cdk:cr-owned:assets:30463411'];

    await send('Delete');

    expect(bucket.keys).toHaveLength(5);
    expect(statuses().at(-1)).toBe('SUCCESS');
  });

  it('fail the deployment with the cause when S3 refuses them, and the rollback deletes what was written', async () => {
    const bucket = new AVersionedBucket();
    const { answers, event } = await anAccount('S3', (call) =>
      call.method === 'PUT' && call.path.includes('index.html') ? denied : bucket.replyTo(call),
    );
    const properties = { ResourceProperties: { Bucket: 'site', Config: {} } };
    const handler = filesHandler(aSite(first));

    await handler({ ...event('Create'), ...properties });
    expect(bucket.keys).toContain('assets/app-1.js');
    await handler({ ...event('Delete'), ...properties, PhysicalResourceId: 'site' });

    expect(answers.map(({ body }) => [body.Status, body.PhysicalResourceId, body.Reason])).toEqual([
      ['FAILED', 'site', 'The files of the console in site could not be changed: Access Denied. Deploy again.'],
      ['SUCCESS', 'site', undefined],
    ]);
    expect(bucket.versions).toEqual([]);
  });

  it('are gone with a bucket that was deleted by hand', async () => {
    const gone = '<Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message></Error>';
    const { answers, event } = await anAccount('S3', () => ({ status: 404, body: gone }));

    await filesHandler(aSite([]))({ ...event('Delete'), ResourceProperties: { Bucket: 'site', Config: {} } });

    expect(answers.map(({ body }) => body.Status)).toEqual(['SUCCESS']);
  });

  it('fail the deletion when S3 keeps one of them', async () => {
    const kept = '<DeleteResult><Error><Key>index.html</Key><Message>Access Denied.</Message></Error></DeleteResult>';
    const { bucket } = await aConsole();
    const { answers, event } = await anAccount('S3', (call) =>
      call.method === 'POST' ? { status: 200, body: kept } : bucket.replyTo(call),
    );

    await filesHandler(aSite([]))({ ...event('Delete'), ResourceProperties: { Bucket: 'site', Config: {} } });

    expect(answers[0]?.body).toMatchObject({
      Status: 'FAILED',
      Reason: expect.stringContaining('S3 kept index.html: Access Denied.'),
    });
  });
});
