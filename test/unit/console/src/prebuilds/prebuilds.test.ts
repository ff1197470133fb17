import { describe, expect, it } from 'vitest';
import type { Prebuild } from '../../../../../console/src/api/shapes.ts';
import { prebuildFor } from '../../../../../console/src/data/prebuild-of-start.ts';
import { buildTime } from '../../../../../console/src/pages/prebuilds/prebuild-words.ts';

type Source = Parameters<typeof prebuildFor>[0][number] & { readonly id: string };

const builtAt = (built_at: string): NonNullable<Prebuild['current']> => ({
  snapshot_id: 's1',
  commit: null,
  spec_version: null,
  seconds: 60,
  built_at,
});

const site: Source = {
  id: 'p1',
  repository: 'acme/site',
  git_provider: null,
  branch: null,
  sandbox_spec_id: 'openhands',
  current: builtAt('2026-11-22T12:00:00Z'),
};

const wanted = { repository: 'acme/site', provider: '', branch: '', spec: 'openhands', usual: 'github' } as const;

describe('the prebuild of a start', () => {
  it.each([
    ['the same choices', {}],
    ['the repository in another case, with spaces', { repository: ' Acme/Site ' }],
    ['the provider that is used by default', { provider: 'github' }],
  ] as const)('is found by %s', (_what, change) => {
    expect(prebuildFor([site], { ...wanted, ...change })?.id).toBe('p1');
  });

  it.each([
    ['repository', { repository: 'acme/other' }],
    ['branch', { branch: 'next' }],
    ['spec', { spec: 'other' }],
    ['provider', { provider: 'gitlab' }],
  ] as const)('is none of another %s', (_what, change) => {
    expect(prebuildFor([site], { ...wanted, ...change })).toBeUndefined();
  });

  it('has a build, and is not one of a provider that the start does not name', () => {
    expect(prebuildFor([{ ...site, current: null }], wanted)).toBeUndefined();
    const named: Source = { ...site, git_provider: 'github' };
    expect(prebuildFor([named], wanted)).toBeUndefined();
    expect(prebuildFor([named], { ...wanted, provider: 'github' })?.id).toBe('p1');
  });

  it('is the one that was built last', () => {
    const later: Source = { ...site, id: 'p2', git_provider: 'github', current: builtAt('2026-11-23T12:00:00Z') };
    expect(prebuildFor([site, later], { ...wanted, provider: 'github' })?.id).toBe('p2');
  });
});

it.each([
  [45, '45 s'],
  [119, '119 s'],
  [700, '12 min'],
])('a build of %i seconds took %s', (seconds, words) => {
  expect(buildTime(seconds)).toBe(words);
});
