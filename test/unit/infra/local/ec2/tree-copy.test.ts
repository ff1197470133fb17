import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyTree, removeTree } from '../../../../../infra/local/ec2/tree-copy.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tree-copy-'));
  mkdirSync(join(folder, 'source', 'deep', 'empty'), { recursive: true });
});
afterEach(() => {
  removeTree(folder);
});

const source = (...parts: string[]) => join(folder, 'source', ...parts);
const target = (...parts: string[]) => join(folder, 'target', ...parts);
const copy = (live = false) => copyTree(source(), target(), { live });
const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
const modeOf = (path: string) => lstatSync(path).mode & 0o7777;

describe('copy of a folder', () => {
  it('has the same bytes, modes and times', () => {
    writeFileSync(source('deep', 'data'), Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251)));
    writeFileSync(source('tool'), '#!/bin/sh\n', { mode: 0o755 });
    chmodSync(source('tool'), 0o4751);
    chmodSync(source('deep'), 0o2710);
    utimesSync(source('tool'), 1_000_000_000, 1_100_000_000.25);
    utimesSync(source('deep'), 1_200_000_000, 1_300_000_000);

    copy();

    expect(digest(target('deep', 'data'))).toBe(digest(source('deep', 'data')));
    expect(lstatSync(target('deep', 'empty')).isDirectory()).toBe(true);
    expect([modeOf(target('tool')), modeOf(target('deep'))]).toEqual([0o4751, 0o2710]);
    expect(lstatSync(target('tool')).mtimeMs).toBe(1_100_000_000_250);
    expect(lstatSync(target('deep')).mtimeMs).toBe(1_300_000_000_000);
    expect(modeOf(target())).toBe(modeOf(source()));
  });

  it('keeps links unchanged, including dangling, external and circular ones', () => {
    symlinkSync('deep/data', source('inside'));
    symlinkSync('/etc/hostname', source('outside'));
    symlinkSync('nothing', source('broken'));
    symlinkSync('..', source('deep', 'up'));

    copy();

    const links = ['inside', 'outside', 'broken', 'deep/up'].map((name) => readlinkSync(target(name)));
    expect(links).toEqual(['deep/data', '/etc/hostname', 'nothing', '..']);
  });

  it('keeps hard links', () => {
    writeFileSync(source('one'), 'content');
    linkSync(source('one'), source('deep', 'two'));

    copy();

    expect(lstatSync(target('one')).ino).toBe(lstatSync(target('deep', 'two')).ino);
    expect(lstatSync(target('one')).ino).not.toBe(lstatSync(source('one')).ino);
  });

  it('shares no data with its source', () => {
    writeFileSync(source('file'), 'before');
    copy();

    writeFileSync(source('file'), 'after');

    expect(readFileSync(target('file'), 'utf8')).toBe('before');
  });

  it('leaves out sockets and pipes', async () => {
    const server = createServer();
    const listening = Promise.withResolvers<void>();
    server.listen(source('socket'), listening.resolve);
    await listening.promise;
    if (process.platform !== 'win32') spawnSync('mkfifo', [source('pipe')]);
    writeFileSync(source('file'), 'data');

    copy();

    server.close();
    expect([existsSync(target('socket')), existsSync(target('pipe')), existsSync(target('file'))]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('throws for a folder that does not exist', () => {
    rmSync(source(), { recursive: true });

    expect(() => copy()).toThrow('ENOENT');
  });

  it('includes files without permissions for their owner, as does the deletion', () => {
    writeFileSync(source('deep', 'secret'), 'secret', { mode: 0o000 });
    mkdirSync(source('closed'));
    writeFileSync(source('closed', 'file'), 'inside');
    chmodSync(source('closed'), 0o000);
    chmodSync(source('deep'), 0o500);

    asNobody(`copyTree(${JSON.stringify(source())}, ${JSON.stringify(target())}, { live: false })`);

    expect(readFileSync(target('deep', 'secret'), 'utf8')).toBe('secret');
    expect(readFileSync(target('closed', 'file'), 'utf8')).toBe('inside');
    const names = ['closed', 'deep', 'deep/secret'];
    expect(names.map((name) => modeOf(target(name)))).toEqual([0o000, 0o500, 0o000]);
    expect(names.map((name) => modeOf(source(name)))).toEqual([0o000, 0o500, 0o000]);
    asNobody(`removeTree(${JSON.stringify(target())})`);
    expect(existsSync(target())).toBe(false);
  });
});

describe('deletion of a folder', () => {
  it('succeeds for a folder that does not exist', () => {
    removeTree(join(folder, 'never'));
  });

  it('removes a link, and keeps its target', () => {
    symlinkSync(source(), join(folder, 'link'));

    removeTree(join(folder, 'link'));

    expect(existsSync(join(folder, 'link'))).toBe(false);
    expect(existsSync(source('deep'))).toBe(true);
  });
});

/** Runs an expression as an unprivileged user, because root ignores file modes. */
function asNobody(expression: string): void {
  const module = new URL('../../../../../infra/local/ec2/tree-copy.ts', import.meta.url).href;
  const script = `import { copyTree, removeTree } from ${JSON.stringify(module)}; ${expression}`;
  const isRoot = process.getuid?.() === 0;
  if (isRoot) spawnSync('chown', ['-R', '65534:65534', folder]);
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
}
