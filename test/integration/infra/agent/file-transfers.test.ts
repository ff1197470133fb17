import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile as readDisk, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FileTransfer, PART_BYTES } from '../../../../shared/contract/shapes/sandbox-files.ts';
import { readFile } from '../../../../shared/domain/files/read-file.ts';
import { SandboxPath } from '../../../../shared/domain/files/sandbox-path.ts';
import {
  completeTransfer,
  createTransfer,
  type FolderLimits,
  findTransfer,
  type NewTransfer,
  receivePart,
  removeTransfer,
} from '../../../../shared/domain/files/transfers.ts';
import type { SandboxAgent } from '../../../../shared/domain/sandboxes/agent/sandbox-agent.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { AgentProcess, sessionKey } from './agent-process.ts';

let agent: SandboxAgent;
let project: string;
let scratch: string;

const at = (path: string) => SandboxPath.of({ path }, '/workspace/project');

beforeAll(async () => {
  const { baseUrl: url, workspace } = await AgentProcess.shared();
  agent = { sandbox: { ...aRunningSandbox(), working_dir: '/workspace/project' }, url, sessionKey };
  project = join(workspace, 'project');
  await mkdir(project, { recursive: true });
  scratch = await mkdtemp(join(tmpdir(), 'transfers-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const settled = (transfer: FileTransfer) =>
  vi.waitFor(
    async () => {
      const now = await findTransfer(agent, transfer.id);
      if (now.status === 'working') throw new Error('still working');
      return now;
    },
    { timeout: 60_000, interval: 100 },
  );

/** Uploads parts from the last to the first. */
async function upload(
  content: Uint8Array,
  wanted: Omit<NewTransfer, 'direction' | 'size' | 'overwrite'>,
  more = {},
  limits?: FolderLimits,
) {
  const whole = { direction: 'upload', size: content.length, overwrite: true, ...wanted, ...more } as const;
  const { id } = await createTransfer(agent, whole);
  for (let number = Math.ceil(content.length / PART_BYTES) - 1; number >= 0; number -= 1)
    await receivePart(agent, {
      id,
      number,
      content: content.subarray(number * PART_BYTES, (number + 1) * PART_BYTES),
    });
  return settled(await completeTransfer(agent, id, limits));
}

const few = { bytes: 1_000_000, entries: 50 };

/** An archive that a command makes in an empty directory, with `$1` for its path. */
async function archive(script: string): Promise<Buffer> {
  const directory = await mkdtemp(join(scratch, 'archive-'));
  const file = `${directory}.tar`;
  execFileSync('sh', ['-ec', script, 'sh', file], { cwd: directory, stdio: 'ignore' });
  return readDisk(file);
}

describe('an upload', () => {
  it('keeps an upload for a day after its last part', async () => {
    const wanted = { direction: 'upload', kind: 'file', path: at('slow.bin'), overwrite: true } as const;
    const { id } = await createTransfer(agent, { ...wanted, size: PART_BYTES + 1 });
    const [yesterday, folder] = [new Date(Date.now() - 25 * 3_600_000), join(project, '..', '.transfers', id)];
    await receivePart(agent, { id, number: 1, content: randomBytes(1) });
    await utimes(folder, yesterday, yesterday);
    await receivePart(agent, { id, number: 1, content: randomBytes(1) });
    // Each new transfer deletes old ones.
    await removeTransfer(agent, (await createTransfer(agent, { ...wanted, size: 1 })).id);

    expect((await findTransfer(agent, id)).received_parts).toEqual([1]);

    await utimes(folder, yesterday, yesterday);
    await removeTransfer(agent, (await createTransfer(agent, { ...wanted, size: 1 })).id);
    await expect(findTransfer(agent, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('takes parts in any order, and puts the file in place with its permissions and its time', async () => {
    const content = randomBytes(PART_BYTES + 1_000);

    const done = await upload(content, {
      kind: 'file',
      path: at('new/large'),
      mode: '640',
      modifiedAt: '2026-01-02T03:04:05Z',
    });

    expect(done).toMatchObject({ status: 'done', size: content.length, path: '/workspace/project/new/large' });
    const file = join(project, 'new/large');
    expect((await readDisk(file)).equals(content)).toBe(true);
    const { mode, mtime } = await stat(file);
    expect([mode & 0o777, mtime.toISOString()]).toEqual([0o640, '2026-01-02T03:04:05.000Z']);
    expect(await completeTransfer(agent, done.id)).toMatchObject({ status: 'done' });
    await expect(receivePart(agent, { id: done.id, number: 0, content })).rejects.toThrow('no longer accepts parts');
  });

  it('can be resumed, as it names the parts that arrived, and is completed only with all of them', async () => {
    const wanted = {
      direction: 'upload',
      kind: 'file',
      path: at('part'),
      size: PART_BYTES + 1,
      overwrite: true,
    } as const;
    const { id } = await createTransfer(agent, wanted);
    await receivePart(agent, { id, number: 1, content: Buffer.from('z') });

    await expect(receivePart(agent, { id, number: 0, content: Buffer.from('z') })).rejects.toThrow('must have 4194304');
    await expect(receivePart(agent, { id, number: 2, content: Buffer.from('z') })).rejects.toThrow('2 parts');
    await expect(completeTransfer(agent, id)).rejects.toThrow('upload the missing parts');
    expect(await findTransfer(agent, id)).toMatchObject({ status: 'open', received_parts: [1] });
    await removeTransfer(agent, id);
    await expect(findTransfer(agent, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(existsSync(join(project, 'part'))).toBe(false);
  });

  it('that must not overwrite fails when its file exists, also when another made it meanwhile', async () => {
    const { id } = await createTransfer(agent, {
      direction: 'upload',
      kind: 'file',
      path: at('taken'),
      size: 0,
      overwrite: false,
    });
    await writeFile(join(project, 'taken'), 'by the agent');

    expect(await settled(await completeTransfer(agent, id))).toMatchObject({ status: 'failed' });
    expect(await readDisk(join(project, 'taken'), 'utf8')).toBe('by the agent');
    await expect(upload(Buffer.from('x'), { kind: 'file', path: at('taken') }, { overwrite: false })).rejects.toThrow(
      'already exists',
    );
  });

  it('of more than the disk holds is refused at once', async () => {
    const wanted = { direction: 'upload', kind: 'file', path: at('huge'), size: 1e15, overwrite: true } as const;
    await expect(createTransfer(agent, wanted)).rejects.toThrow('the disk of the sandbox is full');
  });

  it('whose job ended with its sandbox has failed', async () => {
    const { id } = await createTransfer(agent, {
      direction: 'upload',
      kind: 'file',
      path: at('x'),
      size: 0,
      overwrite: true,
    });
    await writeFile(join(project, '../.transfers', id, 'state'), 'working\n');

    expect(await findTransfer(agent, id)).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('stopped before'),
    });
  });
});

describe('a folder', () => {
  it('is unpacked into a new or an existing one, and packed with its links, names and times', async () => {
    await mkdir(join(scratch, 'source/sub'), { recursive: true });
    await writeFile(join(scratch, 'source/sub/-rf $(id)'), 'odd');
    await symlink('sub/-rf $(id)', join(scratch, 'source/link'));
    await utimes(join(scratch, 'source/sub/-rf $(id)'), 1, 1);
    const packed = execFileSync('tar', ['-czf', '-', '-C', join(scratch, 'source'), '.']);

    expect(await upload(packed, { kind: 'folder', path: at('tree') })).toMatchObject({ status: 'done' });
    await writeFile(join(project, 'tree/own'), 'stays');
    expect(await upload(packed, { kind: 'folder', path: at('tree') })).toMatchObject({ status: 'done' });

    expect((await readdir(join(project, 'tree'))).toSorted()).toEqual(['link', 'own', 'sub']);
    const wanted = { direction: 'download', kind: 'folder', path: at('tree'), overwrite: true } as const;
    const ready = await settled(await createTransfer(agent, wanted));
    const { pieces } = await readFile(agent, at(ready.content_path ?? ''), {});
    const bytes = await bytesOf(pieces);
    expect(bytes).toHaveLength(ready.size ?? 0);
    const listed = execFileSync('tar', ['-tzvf', '-', '--utc'], { input: bytes }).toString();
    expect(listed).toContain('1970-01-01 00:00 ./sub/-rf $(id)');
    expect(listed).toContain('./link -> sub/-rf $(id)');
  });

  it.each([
    ['a name that leads out', 'mkdir a && echo x > ../escaped && tar -cPf "$1" ../escaped', 'leads out'],
    [
      'a file below a link of its own',
      'ln -s /tmp out && tar -cf "$1" out && rm out && mkdir out && echo x > out/escaped && tar -rf "$1" out/escaped',
      'leads out',
    ],
    ['a pipe', 'mkfifo pipe && tar -cf "$1" pipe', 'a pipe'],
    ['no archive at all', 'echo nothing > "$1"', 'damaged'],
    ['a bomb', 'truncate -s 3M zeros && tar -czf "$1" zeros', 'too large'],
    ['too many entries', 'mkdir many && cd many && touch $(seq 60) && tar -cf "$1" .', 'too many'],
    ['a sparse bomb', 'truncate -s 9M zeros && tar -cSf "$1" zeros', 'damaged'],
  ])('is refused as a whole for an archive with %s', async (_, script, reason) => {
    const failed = await upload(await archive(script), { kind: 'folder', path: at('never') }, {}, few);

    expect(failed).toMatchObject({ status: 'failed', detail: expect.stringContaining(reason) });
    expect([existsSync(join(project, 'never')), existsSync('/tmp/escaped')]).toEqual([false, false]);
    expect((await readdir(join(project, '../.transfers', failed.id))).toSorted()).not.toContain('tree');
  });

  it('is not written through a link that it finds in its place', async () => {
    const content = await archive('mkdir d && echo new > d/file && tar -cf "$1" d');
    await mkdir(join(project, 'merged'));
    await mkdir(join(project, 'elsewhere'));
    await symlink('../elsewhere', join(project, 'merged/d'));

    expect(await upload(content, { kind: 'folder', path: at('merged') })).toMatchObject({ status: 'failed' });
    expect(await readdir(join(project, 'elsewhere'))).toEqual([]);
  });

  it('of more than the limit, a missing one and a file are refused', async () => {
    await mkdir(join(project, 'wide'));
    execFileSync('truncate', ['-s', '10G', join(project, 'wide/sparse')]);
    const pack = (path: string) =>
      createTransfer(agent, { direction: 'download', kind: 'folder', path: at(path), overwrite: true });

    expect(await settled(await pack('wide'))).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('too large'),
    });
    await expect(pack('absent')).rejects.toMatchObject({ code: 'not_found' });
    await expect(pack('wide/sparse')).rejects.toThrow('is not a directory');
  });
});
