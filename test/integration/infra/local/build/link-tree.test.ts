import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { linkTree } from '../../../../../infra/local/build/assembly-build.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';

const path = folderOfTest();
let [from, to] = ['', ''];

beforeEach(async () => {
  [from, to] = [path('from'), path('to')];
  await mkdir(join(from, 'functions', 'one'), { recursive: true });
  await writeFile(join(from, 'manifest.json'), '{}');
  await writeFile(join(from, 'functions', 'one', 'index.mjs'), 'export {}');
});

const contents = () =>
  Promise.all(['manifest.json', 'functions/one/index.mjs'].map((name) => readFile(join(to, name), 'utf8')));

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

describe('a linked tree', () => {
  it('shares the files of its source, and survives its deletion', async () => {
    await linkTree(from, to);

    const [first, second] = await Promise.all([stat(join(from, 'manifest.json')), stat(join(to, 'manifest.json'))]);
    expect(second.ino).toBe(first.ino);
    await rm(from, { recursive: true });
    expect(await contents()).toEqual(['{}', 'export {}']);
  });

  it('contains copies on another file system', async () => {
    await linkTree(from, to, failing('EXDEV'));

    expect(await contents()).toEqual(['{}', 'export {}']);
    expect((await stat(join(to, 'manifest.json'))).nlink).toBe(1);
  });

  it('fails after any other error', async () => {
    await expect(linkTree(from, to, failing('ENOSPC'))).rejects.toThrow('ENOSPC');
  });
});
