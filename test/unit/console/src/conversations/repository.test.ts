import { describe, expect, it } from 'vitest';
import type { GitProvider } from '../../../../../console/src/api/shapes.ts';
import { repositoryAddress } from '../../../../../console/src/pages/conversations/repository.ts';
import { pastedRepository } from '../../../../../console/src/pages/conversations/start/more-options.tsx';

describe('a pasted repository URL', () => {
  it.each([
    ['https://github.com/acme/shop', { repository: 'acme/shop', provider: 'github' }],
    ['https://www.github.com/acme/shop/', { repository: 'acme/shop', provider: 'github' }],
    ['git@github.com:acme/shop.git', { repository: 'acme/shop', provider: 'github' }],
    ['ssh://git@git.example.com:2222/acme/shop.git', { repository: 'acme/shop' }],
    [
      'https://github.com/acme/shop/tree/fix/login?tab=1',
      { repository: 'acme/shop', branch: 'fix/login', provider: 'github' },
    ],
    ['https://gitlab.com/a/b/c/-/tree/main', { repository: 'a/b/c', branch: 'main', provider: 'gitlab' }],
    ['https://codeberg.org/a/b/src/branch/main', { repository: 'a/b', branch: 'main', provider: 'forgejo' }],
  ])('%s is split into name, branch and provider', (address, parts) => {
    expect(pastedRepository(address)).toEqual(parts);
  });

  it.each(['acme/shop', 'https://', 'shop', ''])('%j is not a repository URL', (text) => {
    expect(pastedRepository(text)).toBeUndefined();
  });
});

const place = (git_provider: GitProvider | null, selected_branch: string | null = null) => ({
  git_provider,
  selected_branch,
  selected_repository: 'octo/hello',
});

it('a repository links to its branch at the provider', () => {
  expect(repositoryAddress(place('github', 'fix/a b'), {})).toBe('https://github.com/octo/hello/tree/fix/a%20b');
  expect(repositoryAddress(place('gitlab', 'main'), {})).toBe('https://gitlab.com/octo/hello/-/tree/main');
  expect(repositoryAddress(place('bitbucket'), {})).toBe('https://bitbucket.org/octo/hello');
});

it("a repository links to the host of the owner's token", () => {
  expect(repositoryAddress(place('gitlab'), { gitlab: 'git.example.com' })).toBe('https://git.example.com/octo/hello');
});

it('a repository on an unknown host is not linked', () => {
  expect(repositoryAddress(place(null), {})).toBeUndefined();
  expect(repositoryAddress(place('azure_devops'), {})).toBeUndefined();
});
