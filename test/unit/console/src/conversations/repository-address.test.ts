import { expect, it } from 'vitest';
import type { GitProvider } from '../../../../../console/src/api/shapes.ts';
import { repositoryAddress } from '../../../../../console/src/pages/conversations/repository.ts';

const place = (git_provider: GitProvider | null, selected_branch: string | null = null) => ({
  git_provider,
  selected_branch,
  selected_repository: 'octo/hello',
});

it('leads to the branch of a repository at its provider', () => {
  expect(repositoryAddress(place('github', 'fix/a b'), {})).toBe('https://github.com/octo/hello/tree/fix/a%20b');
  expect(repositoryAddress(place('gitlab', 'main'), {})).toBe('https://gitlab.com/octo/hello/-/tree/main');
  expect(repositoryAddress(place('bitbucket'), {})).toBe('https://bitbucket.org/octo/hello');
});

it('leads to the host of the owner’s token', () => {
  expect(repositoryAddress(place('gitlab'), { gitlab: 'git.example.com' })).toBe('https://git.example.com/octo/hello');
});

it('leads nowhere where the host is not known', () => {
  expect(repositoryAddress(place(null), {})).toBeUndefined();
  expect(repositoryAddress(place('azure_devops'), {})).toBeUndefined();
});
