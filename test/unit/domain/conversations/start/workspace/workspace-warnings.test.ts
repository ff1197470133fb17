import { expect, it } from 'vitest';
import { workspaceWarnings } from '../../../../../../shared/domain/conversations/start/workspace/workspace-warnings.ts';

const asked = { repository: 'acme/shop', directory: 'shop', branch: 'next', isOld: false };

it('are none for a usual workspace', () => {
  expect(workspaceWarnings(asked, 'root /mnt\ncloned\nfound setup\n', 'Cloning into .shop.part\n')).toEqual([]);
});

it('tell that earlier work is not in a new clone', () => {
  expect(workspaceWarnings({ ...asked, isOld: true }, 'cloned\n', '')).toMatchObject([{ code: 'cloned_again' }]);
  expect(workspaceWarnings({ ...asked, isOld: true }, 'found setup\n', '')).toEqual([]);
});

it.each([
  ['repository is empty', 'repository_empty', 'no commit'],
  ["on branch it's", 'branch_not_checked_out', "the branch 'it's' checked out instead of 'next'"],
  ['on branch ', 'branch_not_checked_out', 'no branch checked out'],
  [
    'directory has git.example.com/me/shop',
    'workspace_differs',
    'is a clone of git.example.com/me/shop, not of acme/shop',
  ],
  ['directory has ', 'workspace_differs', 'is not a clone of acme/shop'],
  ['also in old\nalso in older', 'other_clone', "in 'old', 'older', where"],
  ['submodules failed', 'submodules_missing', 'Submodules of acme/shop could not'],
  ['submodules failed\nsubmodule a b (v1)\nsubmodule c', 'submodules_missing', 'The submodules a b, c of acme/shop'],
])('name what the script reports: %j', (line, code, words) => {
  const [warning, ...others] = workspaceWarnings(asked, `root /mnt\n${line}\nfound setup\n`, 'fatal: no\n');

  expect(others).toEqual([]);
  expect(warning).toMatchObject({ code, message: expect.stringContaining(words) });
  expect(warning?.output).toBe(code === 'submodules_missing' ? 'fatal: no\n' : '');
});
