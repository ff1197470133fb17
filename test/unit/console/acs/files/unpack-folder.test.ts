import { lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpackFolder } from '../../../../../console/acs/commands/files/unpack-folder.ts';

type Entry = readonly [name: string, type: 'file' | 'directory' | 'symlink' | 'link', linkname?: string];

let folder: string;
const at = (...parts: readonly string[]) => join(folder, ...parts);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unpack-'));
  await mkdir(at('outside'));
  await writeFile(at('outside/secret'), 'secret');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Unpacks entries into the directory `home/copy`. @returns the remarks */
async function unpack(...entries: readonly Entry[]): Promise<readonly string[]> {
  const parts = entries.map(([name, type, linkname = '']) => ({
    header: { name, type, linkname, size: type === 'file' ? 1 : 0, mode: 0o755 },
    ...(type === 'file' ? { body: 'x' } : {}),
  }));
  await mkdir(at('home'));
  await writeFile(at('folder.tar.gz'), gzipSync(await packTar(parts)));
  const said: string[] = [];
  await unpackFolder(at('folder.tar.gz'), at('home/copy'), (text) => said.push(text));
  return said;
}

/** A link that leads to the folder by a way that does not look like it. */
const up: readonly Entry[] = [
  ['deep/dir', 'directory'],
  ['deep/dir/up', 'symlink', '../..'],
];

describe('an archive of a hostile sandbox', () => {
  it.each<[string, ...Entry[]]>([
    ['a name with ..', ['../../outside/new', 'file']],
    [
      'a file below a link that looks inside',
      ...up,
      ['out', 'symlink', 'deep/dir/up/../../outside'],
      ['out/new', 'file'],
    ],
    ['a file in place of such a link', ...up, ['out', 'symlink', 'deep/dir/up/../../outside/new'], ['out', 'file']],
    ['a link that looks inside', ...up, ['out', 'symlink', 'deep/dir/up/../../outside']],
    ['a hard link', ['hard', 'link', '../../outside/secret']],
    ['a hard link to an absolute path', ['hard', 'link', '/etc/hostname']],
    [
      'a hard link through a link',
      ...up,
      ['out', 'symlink', 'deep/dir/up/../../outside'],
      ['hard', 'link', 'out/secret'],
    ],
  ])('with %s writes and links nothing outside of the folder', async (_, ...entries) => {
    await unpack(...entries).catch(() => undefined);

    expect(await readdir(folder)).toEqual(['folder.tar.gz', 'home', 'outside']);
    expect(await readdir(at('outside'))).toEqual(['secret']);
    expect((await lstat(at('outside/secret'))).nlink).toBe(1);
    expect(await readdir(at('home'))).toEqual(['copy']);
    const links = await Promise.all((await readdir(at('home/copy'))).map((name) => realpath(at('home/copy', name))));
    expect(links.filter((path) => !path.startsWith(at('home/copy')))).toEqual([]);
  });

  it('leaves out links that lead outside, and says so', async () => {
    const said = await unpack(['far', 'symlink', '/etc'], ['near', 'symlink', '../../outside'], ['kept', 'file']);

    expect(said).toEqual([
      'Not copied: far is a symbolic link to /etc, outside the folder.',
      'Not copied: near is a symbolic link to ../../outside, outside the folder.',
    ]);
    expect(await readdir(at('home/copy'))).toEqual(['kept']);
    expect(await readFile(at('home/copy/kept'), 'utf8')).toBe('x');
  });
});
