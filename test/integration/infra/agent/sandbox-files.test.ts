import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile as readDisk, stat, symlink, writeFile as writeDisk } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeDirectory, moveFile, removeFile } from '../../../../shared/domain/files/change-files.ts';
import { listDirectory } from '../../../../shared/domain/files/list-directory.ts';
import { readFile } from '../../../../shared/domain/files/read-file.ts';
import { type GivenPath, SandboxPath } from '../../../../shared/domain/files/sandbox-path.ts';
import { writeFile } from '../../../../shared/domain/files/write-file.ts';
import type { SandboxAgent } from '../../../../shared/domain/sandboxes/agent/sandbox-agent.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { AgentProcess, sessionKey } from './agent-process.ts';

let agent: SandboxAgent;
let project: string;

const at = (path: string | GivenPath) =>
  SandboxPath.of(typeof path === 'string' ? { path } : path, '/workspace/project');
const base64 = (bytes: Buffer) => ({ path_base64: bytes.toString('base64url') });
const names = async (path: string, limit = 500, after: Buffer | null = null) =>
  (await listDirectory(agent, at(path), { limit, after })).items.map(({ name }) => name);
const write = (path: string | GivenPath, text: string, conditions = {}) =>
  writeFile(agent, { path: at(path), content: Buffer.from(text), ...conditions });
const read = async (path: string | GivenPath, conditions = {}) => {
  const { status, headers, pieces } = await readFile(agent, at(path), conditions);
  return { status, headers, text: await textOf(pieces) };
};

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString('utf8');
}

beforeAll(async () => {
  const { baseUrl: url, workspace } = await AgentProcess.shared();
  agent = { sandbox: { ...aRunningSandbox(), working_dir: '/workspace/project' }, url, sessionKey };
  project = join(workspace, 'project');
  await mkdir(project, { recursive: true });
});

describe('names that shells and encodings confuse', () => {
  const odd = [
    '-rf',
    '$(id)',
    '`id`',
    "it's",
    'a"b',
    'two\nlines',
    'tab\tname',
    '*',
    '~',
    'ünï ✓',
    '.hidden',
    '[a].*^$',
  ];

  it('are written, listed, read, moved and deleted as they are', async () => {
    const each = (act: (name: string) => Promise<unknown>) => Promise.all(odd.map(act));
    await each((name) => write(`odd/${name}`, name));

    expect((await names('odd')).toSorted()).toEqual(odd.toSorted());
    expect(await each(async (name) => (await read(`odd/${name}`)).text)).toEqual(odd);
    await each((name) => moveFile(agent, { from: at(`odd/${name}`), to: at(`moved/${name}`), overwrite: false }));
    expect([await names('odd'), (await names('moved')).toSorted()]).toEqual([[], odd.toSorted()]);
    await each((name) => removeFile(agent, at(`moved/${name}`), false));
    expect(await names('moved')).toEqual([]);
  });

  it('a name that is not UTF-8 is listed, read, renamed and deleted by its bytes', async () => {
    const bytes = Buffer.concat([Buffer.from('bytes/'), Buffer.from([0xff, 0x0a, 0xfe, 0x0a])]);
    await mkdir(join(project, 'bytes'));
    await writeDisk(Buffer.concat([Buffer.from(`${project}/`), bytes]), 'raw');

    const { items } = await listDirectory(agent, at('bytes'), { limit: 10, after: null });
    expect(items).toMatchObject([{ name: '\ufffd\n\ufffd\n', type: 'file', size: 3 }]);
    expect(Buffer.from(items[0]?.path_base64 ?? '', 'base64url')).toEqual(
      Buffer.concat([Buffer.from('/workspace/project/'), bytes]),
    );
    expect(await read(base64(bytes))).toMatchObject({ status: 200, text: 'raw' });
    expect(await write(base64(bytes), 'new')).toMatchObject({ etag: null, size: 3 });
    await moveFile(agent, { from: at(base64(bytes)), to: at('bytes/plain'), overwrite: false });
    expect(await read('bytes/plain')).toMatchObject({ text: 'new' });
  });
});

describe('a directory', () => {
  it('is listed in pages without gaps or repeats, also when its entries change between two pages', async () => {
    await mkdir(join(project, 'many'));
    const all = ['a', 'a!', 'a.b', 'a\nb', 'b[1]', 'b\\', 'c*', 'd', 'e/'].map((name) => name.replace('/', ''));
    for (const name of all) await writeDisk(join(project, 'many', name), '');

    const seen: string[] = [];
    let after: Buffer | null = null;
    do {
      const page: Awaited<ReturnType<typeof listDirectory>> = await listDirectory(agent, at('many'), {
        limit: 2,
        after,
      });
      seen.push(...page.items.map(({ name }) => name));
      after = page.next;
    } while (after !== null);

    expect(seen.toSorted()).toEqual(all.toSorted());
    expect(seen).toHaveLength(all.length);
    await removeFile(agent, at('many/a.b'), false);
    expect((await names('many', 500, Buffer.from('a.b'))).includes('d')).toBe(true);
    const root = await listDirectory(agent, at('/'), { limit: 1_000, after: null });
    expect(root.entry).toMatchObject({ name: '/', path: '/', type: 'directory' });
    expect(root.items).toContainEqual(expect.objectContaining({ name: 'etc', path: '/etc' }));
  });

  it('describes links, and what they lead to', async () => {
    await mkdir(join(project, 'links'));
    await symlink('..', join(project, 'links', 'up'));
    await symlink('nothing', join(project, 'links', 'broken'));
    await symlink('loop', join(project, 'links', 'loop'));

    const { entry, items } = await listDirectory(agent, at('links'), { limit: 10, after: null });

    expect(entry).toMatchObject({ name: 'links', path: '/workspace/project/links', type: 'directory', target: null });
    expect(items).toMatchObject([
      { name: 'broken', type: 'symlink', target: 'nothing', target_type: null },
      { name: 'loop', type: 'symlink', target: 'loop', target_type: null },
      { name: 'up', type: 'symlink', target: '..', target_type: 'directory' },
    ]);
    await expect(read('links/loop')).rejects.toThrow();
    await expect(write('links/loop', 'x')).rejects.toThrow('circular symbolic link');
    await removeFile(agent, at('links/up'), true);
    expect(existsSync(project)).toBe(true);
  });

  it('of another kind, or that is missing, is refused by name', async () => {
    await write('plain', 'x');

    expect(await listDirectory(agent, at('plain'), { limit: 10, after: null })).toMatchObject({
      entry: { type: 'file', size: 1, mode: '0644' },
      items: [],
      next: null,
    });
    await expect(names('absent')).rejects.toThrow('/workspace/project/absent does not exist.');
    await expect(names('plain/x')).rejects.toThrow('does not exist');
    await expect(makeDirectory(agent, at('plain/x'))).rejects.toThrow('not a directory');
    await expect(read('links')).rejects.toThrow('is not a regular file');
    await expect(write('many', 'x')).rejects.toThrow('is a directory');
  });

  it('is deleted with its content only where that is asked for, and never the working directory', async () => {
    await write('full/inner', 'x');
    await symlink('..', join(project, 'parent'));

    await expect(removeFile(agent, at('full'), false)).rejects.toThrow('is a directory that is not empty');
    await removeFile(agent, at('full'), true);
    for (const path of [
      '/',
      '/workspace',
      '.',
      '/workspace/project/',
      'parent/project',
      'parent/project/parent/project',
    ])
      await expect(removeFile(agent, at(path), true), path).rejects.toThrow('working directory');
    await removeFile(agent, at('parent'), true);
    expect((await names('.')).includes('full')).toBe(false);
    expect(existsSync(join(project, 'plain'))).toBe(true);
  });
});

describe('a file', () => {
  it('is read in ranges, and answers to conditions', async () => {
    await write('text', '0123456789');
    const { headers } = await read('text');
    const etag = headers.ETag;

    expect(await read('text', { range: 'bytes=2-4' })).toMatchObject({
      status: 206,
      text: '234',
      headers: { 'Content-Range': 'bytes 2-4/10', ETag: etag },
    });
    expect(await read('text', { range: 'bytes=-3' })).toMatchObject({ status: 206, text: '789' });
    expect(await read('text', { range: 'bytes=8-100' })).toMatchObject({ status: 206, text: '89' });
    expect(await read('text', { range: 'lines=1-2' })).toMatchObject({ status: 200 });
    await expect(read('text', { range: 'bytes=10-' })).rejects.toMatchObject({ code: 'range_not_satisfiable' });
    expect(await read('text', { noneMatch: etag })).toMatchObject({ status: 304, text: '' });
    await expect(read('text', { match: '"other"' })).rejects.toMatchObject({ code: 'precondition_failed' });
  });

  it('is not overwritten by an editor after its agent has changed it', async () => {
    const { etag } = await write('shared', 'one');
    await writeDisk(join(project, 'shared'), 'by the agent');

    await expect(write('shared', 'two', { match: etag })).rejects.toMatchObject({ code: 'precondition_failed' });
    await expect(write('shared', 'two', { noneMatch: '*' })).rejects.toMatchObject({ code: 'precondition_failed' });
    const { headers } = await read('shared');
    await write('shared', 'two', { match: headers.ETag });
    expect(await readDisk(join(project, 'shared'), 'utf8')).toBe('two');
    await expect(write('never', 'x', { match: etag })).rejects.toMatchObject({ code: 'precondition_failed' });
    await write('never', 'x', { noneMatch: '*' });
  });

  it('keeps its permissions when it is replaced, and a link keeps leading to it', async () => {
    await writeDisk(join(project, 'script'), 'old', { mode: 0o751 });
    await symlink('script', join(project, 'to-script'));

    await write('to-script', 'new');

    expect(await readDisk(join(project, 'script'), 'utf8')).toBe('new');
    expect((await stat(join(project, 'script'))).mode & 0o777).toBe(0o751);
    expect((await listDirectory(agent, at('to-script'), { limit: 1, after: null })).entry.type).toBe('symlink');
  });

  it('that is a pipe or has 10 GB is refused without being read', async () => {
    execFileSync('mkfifo', [join(project, 'pipe')]);
    execFileSync('truncate', ['-s', '10G', join(project, 'sparse')]);

    await expect(read('pipe')).rejects.toThrow('is not a regular file');
    await expect(write('pipe', 'x')).rejects.toThrow('is not a regular file');
    await expect(read('sparse')).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(await read('sparse', { range: 'bytes=0-3' })).toMatchObject({ status: 206, text: '\0\0\0\0' });
  });

  it('moves to a free name, and replaces another only where that is asked for', async () => {
    await write('from', 'from');
    await write('to', 'to');

    await expect(moveFile(agent, { from: at('from'), to: at('to'), overwrite: false })).rejects.toThrow(
      'already exists',
    );
    await moveFile(agent, { from: at('from'), to: at('to'), overwrite: true });
    expect(await read('to')).toMatchObject({ text: 'from' });
    await expect(moveFile(agent, { from: at('from'), to: at('x'), overwrite: true })).rejects.toThrow('does not exist');
    await makeDirectory(agent, at('outer/inner'));
    await expect(moveFile(agent, { from: at('outer'), to: at('outer/inner/outer'), overwrite: false })).rejects.toThrow(
      'into itself',
    );
    await expect(moveFile(agent, { from: at('to'), to: at('outer'), overwrite: true })).rejects.toThrow(
      'is a directory',
    );
  });
});
