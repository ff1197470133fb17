import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtOnce } from '../../../../infra/bundling/build-cache.ts';

let root: string;
let folder: string;
let builds: number;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-cache-'));
  folder = join(root, 'kept');
  builds = 0;
  mkdirSync(join(root, 'shared'));
  writeFileSync(join(root, 'shared', 'one.ts'), 'one');
});
afterEach(() => rmSync(root, { recursive: true }));

const build = async (directory: string) => {
  builds += 1;
  const source = readFileSync(join(root, 'shared', 'one.ts'), 'utf8');
  // Others get their turn, as during a real build.
  await new Promise((resolve) => setImmediate(resolve));
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'built'), source);
};
const built = () => builtOnce({ root, sources: ['shared/**'], folder, build });
const contentOf = (directory: string) => readFileSync(join(directory, 'built'), 'utf8');

describe('a build', () => {
  it('is made once for the same sources, also for concurrent callers', async () => {
    const directories = await Promise.all([built(), built(), built()]);

    expect(new Set([...directories, await built()]).size).toBe(1);
    expect(contentOf(directories[0] ?? '')).toBe('one');
    expect(builds).toBe(1);
  });

  it('is made again when a source changes, and reused when the source changes back', async () => {
    const first = await built();
    writeFileSync(join(root, 'shared', 'one.ts'), 'two');
    const second = await built();
    writeFileSync(join(root, 'shared', 'one.ts'), 'one');

    expect([contentOf(first), contentOf(second)]).toEqual(['one', 'two']);
    expect(await built()).toBe(first);
    expect(builds).toBe(2);
  });

  it('is repeated when its sources change meanwhile', async () => {
    const unsteady = async (directory: string) => {
      await build(directory);
      if (builds === 1) writeFileSync(join(root, 'shared', 'one.ts'), 'two');
    };

    expect(contentOf(await builtOnce({ root, sources: ['shared/**'], folder, build: unsteady }))).toBe('two');
    expect(builds).toBe(2);
  });

  it('leaves no directory when it fails, and can be repeated', async () => {
    const failing = builtOnce({
      root,
      sources: ['shared/**'],
      folder,
      build: () => Promise.reject(new Error('no function')),
    });

    await expect(failing).rejects.toThrow('no function');
    expect(await readdir(folder)).toEqual([]);
    expect(contentOf(await built())).toBe('one');
  });

  it('is separate for other circumstances', async () => {
    const given = { root, sources: ['shared/**'], folder, build };
    const [one, two] = [await builtOnce({ ...given, circumstances: 'one' }), await builtOnce({ ...given })];

    expect(one).not.toBe(two);
    expect(await builtOnce({ ...given, circumstances: 'one' })).toBe(one);
  });

  it('can be abandoned by a waiting caller', async () => {
    const directory = await built();
    rmSync(directory, { recursive: true });
    // Somebody who lives is at it.
    writeFileSync(`${directory}.lock`, String(process.pid));
    const giveUp = new AbortController();

    const waiting = builtOnce({ root, sources: ['shared/**'], folder, build, signal: giveUp.signal });
    giveUp.abort(new Error('no longer wanted'));

    await expect(waiting).rejects.toThrow('no longer wanted');
    expect(builds).toBe(1);
  });

  it('does not wait for a process that has ended', async () => {
    const directory = await built();
    rmSync(directory, { recursive: true });
    // No process has this number: it is above what Linux gives out.
    writeFileSync(`${directory}.lock`, '99999999');

    expect(await built()).toBe(directory);
  });

  it('is deleted after a day without use', async () => {
    const first = await built();
    utimesSync(first, new Date(0), new Date(0));
    writeFileSync(join(root, 'shared', 'one.ts'), 'two');

    const second = await built();

    expect((await readdir(folder)).map((name) => join(folder, name))).toEqual([second]);
  });
});
