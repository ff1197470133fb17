import { link, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { linkTree } from '../../../../../infra/local/build/assembly-build.ts';

vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  return { ...real, link: vi.fn(real.link) };
});

let folder: string;
let [from, to] = ['', ''];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'link-tree-'));
  [from, to] = [join(folder, 'from'), join(folder, 'to')];
  await mkdir(join(from, 'functions', 'one'), { recursive: true });
  await writeFile(join(from, 'manifest.json'), '{}');
  await writeFile(join(from, 'functions', 'one', 'index.mjs'), 'export {}');
});
afterEach(async () => {
  vi.mocked(link).mockReset();
  await rm(folder, { recursive: true });
});

const contents = () =>
  Promise.all(['manifest.json', 'functions/one/index.mjs'].map((path) => readFile(join(to, path), 'utf8')));

describe('a linked tree', () => {
  it('shares the files of the first, and outlives it', async () => {
    await linkTree(from, to);

    const [first, second] = await Promise.all([stat(join(from, 'manifest.json')), stat(join(to, 'manifest.json'))]);
    expect(second.ino).toBe(first.ino);
    await rm(from, { recursive: true });
    expect(await contents()).toEqual(['{}', 'export {}']);
  });

  it('has copies on another file system', async () => {
    vi.mocked(link).mockRejectedValue(Object.assign(new Error('cross-device link'), { code: 'EXDEV' }));

    await linkTree(from, to);

    expect(await contents()).toEqual(['{}', 'export {}']);
    expect((await stat(join(to, 'manifest.json'))).nlink).toBe(1);
  });

  it('fails for any other reason that a file cannot be linked', async () => {
    vi.mocked(link).mockRejectedValue(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));

    await expect(linkTree(from, to)).rejects.toThrow('no space left');
  });
});
