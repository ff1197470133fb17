import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makePrivateFolder } from '../../../../../infra/local/state/private-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'private-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o7777;

/** An entry with the mode that it had before the service hid its state from other users. */
function wide(path: string): string {
  if (path.endsWith('/')) mkdirSync(path);
  else writeFileSync(path, '');
  chmodSync(path, path.endsWith('/') ? 0o755 : 0o644);
  return path;
}

it('a new folder, and all that lead to it, can be entered by its user alone', async () => {
  await makePrivateFolder(join(root, '.local', '3000'));

  expect([modeOf(join(root, '.local')), modeOf(join(root, '.local', '3000'))]).toEqual([0o700, 0o700]);
});

it('a folder from before is closed to other users, with its files and folders', async () => {
  const folder = wide(join(root, 'state/'));
  const [key, database] = [wide(join(folder, 'api-key')), wide(join(folder, 'dynamodb/'))];

  await makePrivateFolder(folder);

  expect([modeOf(folder), modeOf(key), modeOf(database)]).toEqual([0o700, 0o600, 0o700]);
});

it('a folder with files of other programs is closed, and its files keep their modes', async () => {
  const folder = wide(join(root, 'home/'));
  const page = wide(join(folder, 'page.html'));

  await makePrivateFolder(folder);

  expect([modeOf(folder), modeOf(page)]).toEqual([0o700, 0o644]);
});

it('a link in the folder does not lead it to files of another program', async () => {
  const other = wide(join(root, 'other'));
  mkdirSync(join(root, 'state'));
  wide(join(root, 'state', 'api-key'));
  symlinkSync(other, join(root, 'state', 'compiled'));
  symlinkSync(join(root, 'nothing'), join(root, 'state', 'dangling'));

  await makePrivateFolder(join(root, 'state'));

  expect(modeOf(other)).toBe(0o644);
});

it('a folder that all users share is refused as it is', async () => {
  const shared = join(root, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);

  await expect(makePrivateFolder(shared)).rejects.toThrow(`${shared} belongs to other users`);
  expect(modeOf(shared)).toBe(0o1777);
});

it.runIf(process.getuid?.() !== 0)('a folder of another user is refused', async () => {
  await expect(makePrivateFolder('/')).rejects.toThrow('Choose another --state');
});
