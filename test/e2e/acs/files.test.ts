import { chmod, mkdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newOwner } from '../../support/service/owners.ts';
import { Shell } from './acs.ts';

it('acs copies files and folders to a sandbox and back, with modes, times and odd names', async () => {
  const { apiKey } = await newOwner();
  const shell = await Shell.open(apiKey);
  const { id } = await shell.json('sandboxes', 'start', '--spec', 'reference');
  const at = (path: string) => join(shell.folder, path);
  await mkdir(at('folder/-rf $(id)'), { recursive: true });
  await writeFile(at('folder/-rf $(id)/ünï'), 'inner');
  await symlink('-rf $(id)', at('folder/link'));
  const content = Buffer.alloc(5_000_000, 'x');
  await writeFile(at('large'), content);
  await chmod(at('large'), 0o750);
  await utimes(at('large'), 1_000, 1_000);

  expect(await shell.run('sandboxes', 'cp', at('large'), `${id}:data/`)).toMatchObject({ code: 0, stdout: '' });
  expect(await shell.run('sandboxes', 'cp', `${id}:data/large`, at('back'))).toMatchObject({ code: 0 });
  const { mode, mtimeMs } = await stat(at('back'));
  expect([mode & 0o777, mtimeMs, (await readFile(at('back'))).equals(content)]).toEqual([0o750, 1_000_000, true]);

  expect(await shell.run('sandboxes', 'cp', at('folder'), `${id}:tree`)).toMatchObject({ code: 2 });
  expect(await shell.run('sandboxes', 'cp', '-r', at('folder'), `${id}:tree`)).toMatchObject({ code: 0 });
  expect(await shell.json('sandboxes', 'files', `${id}:tree`)).toMatchObject([
    { name: '-rf $(id)', type: 'directory' },
    { name: 'link', type: 'symlink', target: '-rf $(id)' },
  ]);
  expect(await shell.run('sandboxes', 'cp', '-r', `${id}:tree`, at('again'))).toMatchObject({ code: 0 });
  expect(await readFile(at('again/link/ünï'), 'utf8')).toBe('inner');

  expect(await shell.runWith('from stdin', 'sandboxes', 'cp', '-', `${id}:in`)).toMatchObject({ code: 0 });
  expect(await shell.run('sandboxes', 'mv', `${id}:in`, 'out')).toMatchObject({ code: 0 });
  expect(await shell.run('sandboxes', 'cat', `${id}:out`)).toEqual({ code: 0, stdout: 'from stdin', stderr: '' });
  expect(await shell.run('sandboxes', 'delete-file', `${id}:out`, '--yes')).toMatchObject({ code: 0 });
  expect(await shell.run('sandboxes', 'cat', `${id}:out`)).toMatchObject({ code: 1, stdout: '' });
});
