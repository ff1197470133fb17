import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorAnswer } from '../../../../infra/local/aws/answer.ts';
import { AwsError } from '../../../../infra/local/aws/aws-error.ts';
import { EbsSnapshot } from '../../../../shared/domain/files/ebs-snapshot.ts';
import { EbsVolumes } from '../../../../shared/domain/files/ebs-volumes.ts';
import { listDirectory } from '../../../../shared/domain/files/list-directory.ts';
import { listSaved } from '../../../../shared/domain/files/list-saved.ts';
import { readFile } from '../../../../shared/domain/files/read-file.ts';
import { readSaved } from '../../../../shared/domain/files/read-saved.ts';
import { SandboxPath } from '../../../../shared/domain/files/sandbox-path.ts';
import { reading, SavedWorkspace } from '../../../../shared/domain/files/saved-workspace.ts';
import type { SandboxAgent } from '../../../../shared/domain/sandboxes/agent/sandbox-agent.ts';
import { systemClock } from '../../../../shared/platform/clock.ts';
import { EbsServer, throttling } from '../../../support/files/ebs-server.ts';
import { collected } from '../../../support/platform/ext4/file-source.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { AgentProcess, sessionKey } from '../../infra/agent/agent-process.ts';

const SAVED = 'snap-0123456789abcdef0';

let agent: SandboxAgent;
let ebs: EbsServer;

const at = (path: string) => SandboxPath.of({ path }, '/workspace/saved');
const open = (id = SAVED, milliseconds = 20_000) =>
  reading(SavedWorkspace.open(id, milliseconds, { volumes: new EbsVolumes(ebs.client), now: systemClock }), 'sandbox');
const page = { limit: 500, after: null };
/** Without the headers that can differ: none. */
const content = async ({ status, headers, pieces }: Awaited<ReturnType<typeof readFile>>) => ({
  status,
  headers,
  text: (await collected(pieces)).toString('latin1'),
});

beforeAll(async () => {
  const { baseUrl: url, workspace } = await AgentProcess.shared();
  agent = { sandbox: { ...aRunningSandbox(), working_dir: '/workspace/saved' }, url, sessionKey };
  const project = join(workspace, 'saved');
  mkdirSync(join(project, 'inner', 'deep'), { recursive: true });
  writeFileSync(join(project, 'notes'), 'some notes');
  writeFileSync(join(project, 'inner', 'large'), Buffer.alloc(1_500_000, 'line\n'));
  for (const name of ["it's", 'two\nlines', 'a.b', 'a', 'a-b', 'ünï ✓', '.hidden'])
    writeFileSync(join(project, 'inner', name), name);
  writeFileSync(Buffer.from(`${project}/inner/\xfe`, 'latin1'), 'bytes');
  symlinkSync('../notes', join(project, 'inner', 'up'));
  symlinkSync('deep', join(project, 'inner', 'folder'));
  symlinkSync('nowhere', join(project, 'inner', 'broken'));
  symlinkSync('circle', join(project, 'inner', 'circle'));
  writeFileSync(join(project, 'sparse'), '');
  truncateSync(join(project, 'sparse'), 70 * 1024 * 1024);
  ebs = await EbsServer.of({ [SAVED]: workspace });
});

afterAll(() => ebs.close());

describe('a snapshot', () => {
  it('has nothing beyond the end of its disk, where a damaged file system can lead', async () => {
    const snapshot = new EbsSnapshot(ebs.client, SAVED, AbortSignal.timeout(20_000));
    expect((await snapshot.read(0, 4096)).byteLength).toBe(4096);

    await expect(snapshot.read(2 ** 50, 4096)).rejects.toMatchObject({ problem: 'corrupt' });
  });
});

describe('the files of a saved workspace', () => {
  it.each(['inner', 'inner/folder', 'notes', 'inner/up', '.'])('lists %s as the running sandbox does', async (path) => {
    expect(await listSaved(await open(), at(path), page)).toEqual(await listDirectory(agent, at(path), page));
  });

  it('lists pages as the running sandbox does', async () => {
    let after: Buffer | null = null;
    let pages = 0;
    do {
      const one: Awaited<ReturnType<typeof listSaved>> = await listSaved(await open(), at('inner'), {
        limit: 3,
        after,
      });
      expect(one).toEqual(await listDirectory(agent, at('inner'), { limit: 3, after }));
      after = one.next;
      pages += 1;
    } while (after !== null);
    expect(pages).toBe(5);
  });

  it.each([
    ['the whole file', {}],
    ['a range', { range: 'bytes=5-20' }],
    ['the end', { range: 'bytes=-7' }],
    ['a range without an end', { range: 'bytes=1499990-' }],
  ])('returns %s as the running sandbox does', async (_, conditions) => {
    const saved = await content(await readSaved(await open(), at('inner/large'), conditions));
    expect(saved).toEqual(await content(await readFile(agent, at('inner/large'), conditions)));
  });

  it('evaluates conditions with the entity tags of the running sandbox', async () => {
    const { headers } = await content(await readFile(agent, at('notes'), {}));
    const read = async (conditions: object) => readSaved(await open(), at('inner/up'), conditions);

    expect(await content(await read({ noneMatch: headers.ETag }))).toMatchObject({ status: 304, text: '' });
    expect(await content(await read({ match: headers.ETag }))).toMatchObject({ status: 200, text: 'some notes' });
    await expect(read({ match: '"other"' })).rejects.toMatchObject({ code: 'precondition_failed' });
    await expect(read({ range: 'bytes=10-' })).rejects.toMatchObject({ code: 'range_not_satisfiable' });
  });

  it.each([
    ['inner/absent', 'not_found'],
    ['notes/below', 'not_found'],
    ['inner', 'conflict'],
    ['inner/circle', 'conflict'],
    ['/etc/hostname', 'conflict'],
    ['sparse', 'payload_too_large'],
  ])('refuses to read %s with %s', async (path, code) => {
    await expect(open().then((workspace) => readSaved(workspace, at(path), {}))).rejects.toMatchObject({ code });
  });

  it('says that only the disk is kept, when a path is elsewhere', async () => {
    await expect(open().then((workspace) => listSaved(workspace, at('/etc'), page))).rejects.toThrow(
      '/etc is not below /workspace, and only that is saved. To read it, resume the sandbox.',
    );
  });
});

describe('the blocks of a snapshot', () => {
  it('are read once for each request', async () => {
    ebs.asked.length = 0;
    const workspace = await open();
    await listSaved(workspace, at('inner'), page);
    const used = ebs.asked.length;
    await listSaved(workspace, at('inner'), page);
    expect(ebs.asked.length).toBe(used);
    expect(ebs.asked.filter((operation) => operation === 'ListSnapshotBlocks')).toHaveLength(1);
  });

  it('are asked for again when EBS throttles', async () => {
    let left = 3;
    ebs.disturb = () => (left-- > 0 ? throttling : undefined);
    expect((await listSaved(await open(), at('inner'), page)).items).toHaveLength(14);
    ebs.disturb = () => undefined;
  });

  it('end the request in time when EBS goes on throttling', async () => {
    ebs.disturb = () => throttling;
    await expect(open(SAVED, 300)).rejects.toMatchObject({ code: 'gateway_timeout' });
    ebs.disturb = () => undefined;
  });

  it('that arrive damaged are refused', async () => {
    const headers = { 'x-amz-checksum': 'wrong', 'x-amz-checksum-algorithm': 'SHA256' };
    const damaged = { status: 200, body: Buffer.alloc(512 * 1024), headers };
    ebs.disturb = (operation) => (operation === 'GetSnapshotBlock' ? damaged : undefined);
    await expect(open()).rejects.toMatchObject({ code: 'bad_gateway' });
    ebs.disturb = () => undefined;
  });

  it('of a snapshot that was deleted are a conflict', async () => {
    await expect(open('snap-00000000000000000')).rejects.toMatchObject({
      code: 'conflict',
      message: 'The saved workspace was replaced meanwhile. Try again.',
    });
  });

  it('pass on what EBS refuses for other reasons', async () => {
    ebs.disturb = () => errorAnswer(new AwsError('AccessDeniedException', 'No.', 403));
    await expect(open()).rejects.toMatchObject({ name: 'AccessDeniedException' });
    ebs.disturb = () => undefined;
  });
});
