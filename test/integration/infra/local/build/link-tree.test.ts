import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { linkTree } from '../../../../../infra/local/build/assembly-build.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  return { ...real, link: vi.fn(real.link) };
});

const path = folderOfTest();
let [from, to] = ['', ''];

beforeEach(async () => {
  [from, to] = [path('from'), path('to')];
  await mkdir(join(from, 'functions', 'one'), { recursive: true });
  await writeFile(join(from, 'manifest.json'), '{}');
  await writeFile(join(from, 'functions', 'one', 'index.mjs'), 'export {}');
});
afterEach(() => void vi.mocked(link).mockReset());

const contents = () =>
  Promise.all(['manifest.json', 'functions/one/index.mjs'].map((name) => readFile(join(to, name), 'utf8')));

describe('a linked tree', () => {
  it('shares the files of its source, and survives its deletion', async () => {
    await linkTree(from, to);

    const [first, second] = await Promise.all([stat(join(from, 'manifest.json')), stat(join(to, 'manifest.json'))]);
    expect(second.ino).toBe(first.ino);
    await rm(from, { recursive: true });
    expect(await contents()).toEqual(['{}', 'export {}']);
  });

  it('contains copies on another file system', async () => {
    vi.mocked(link).mockRejectedValue(Object.assign(new Error('cross-device link'), { code: 'EXDEV' }));

    await linkTree(from, to);

    expect(await contents()).toEqual(['{}', 'export {}']);
    expect((await stat(join(to, 'manifest.json'))).nlink).toBe(1);
  });

  it('fails after any other error', async () => {
    vi.mocked(link).mockRejectedValue(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));

    await expect(linkTree(from, to)).rejects.toThrow('no space left');
  });
});
