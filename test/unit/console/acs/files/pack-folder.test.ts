import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packFolder } from '../../../../../console/acs/commands/files/pack-folder.ts';
import { unpackFolder } from '../../../../../console/acs/commands/files/unpack-folder.ts';

let work: string;
let said: string[];
const say = (text: string) => said.push(text);

beforeEach(async () => {
  said = [];
  work = await mkdtemp(join(tmpdir(), 'archive-'));
  await mkdir(join(work, 'from'));
});
afterEach(() => rm(work, { recursive: true }));

async function copied(): Promise<readonly string[]> {
  await packFolder(join(work, 'from'), join(work, 'archive'), say);
  await unpackFolder(join(work, 'archive'), join(work, 'to'), say);
  return (await readdir(join(work, 'to'))).sort();
}

it('keeps names that look like a Windows drive apart from others', async () => {
  await writeFile(join(work, 'from', 'a:b'), 'drive');
  await writeFile(join(work, 'from', 'b'), 'plain');

  expect(await copied()).toEqual(['a:b', 'b']);
  expect(await readFile(join(work, 'to', 'b'), 'utf8')).toBe('plain');
});

it('leaves out a name with a backslash, and says so', async () => {
  await writeFile(join(work, 'from', 'x\\y'), '');
  await writeFile(join(work, 'from', 'z'), '');

  expect(await copied()).toEqual(['z']);
  expect(said).toEqual(['Not copied: x\\y has a backslash in its name.']);
});

it.runIf(process.platform === 'linux')('explains a name that is not UTF-8', async () => {
  await writeFile(Buffer.concat([Buffer.from(join(work, 'from', 'bad')), Buffer.from([0xff])]), '');

  await expect(copied()).rejects.toThrow(/it has a name that is not UTF-8\.$/);
});
