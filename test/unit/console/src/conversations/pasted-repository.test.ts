import { describe, expect, it } from 'vitest';
import { pastedRepository } from '../../../../../console/src/pages/conversations/start/more-options.tsx';

describe('an address that is pasted for a repository', () => {
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
  ])('%s becomes its name, its branch and its provider', (address, parts) => {
    expect(pastedRepository(address)).toEqual(parts);
  });

  it.each(['acme/shop', 'https://', 'shop', ''])('%j is none', (text) => {
    expect(pastedRepository(text)).toBeUndefined();
  });
});
