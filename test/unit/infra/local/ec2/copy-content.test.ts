import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyContent } from '../../../../../infra/local/ec2/copy-content.ts';
import { folderOfFile } from '../../../../support/temporary-folder.ts';

const folder = folderOfFile();
const at = (name: string) => join(folder, name);

it('copies a file that became shorter after its size was read, and one that became longer up to that size', () => {
  writeFileSync(at('log'), 'hello world');

  copyContent(at('log'), at('shorter'), 1_000);
  copyContent(at('log'), at('longer'), 5);

  expect(readFileSync(at('shorter'), 'utf8')).toBe('hello world');
  expect('hello world'.startsWith(readFileSync(at('longer'), 'utf8'))).toBe(true);
});

it('copies holes as holes', () => {
  const size = 64 * 1024 * 1024 + 5;
  writeFileSync(at('sparse'), 'begin');
  truncateSync(at('sparse'), size);

  copyContent(at('sparse'), at('copied'), size);

  const { size: copied, blocks } = statSync(at('copied'));
  expect(copied).toBe(size);
  expect(blocks * 512).toBeLessThan(4 * 1024 * 1024);
  expect(readFileSync(at('copied')).subarray(0, 8).toString('latin1')).toBe('begin\0\0\0');
});
