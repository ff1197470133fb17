import type { GitProvider } from '../../../shared/contract/shapes/enums.ts';
import { AnswerCache } from '../../../shared/domain/git/answer-cache.ts';
import type { GitHost } from '../../../shared/domain/git/git-host.ts';
import type { GitDeps } from '../../../shared/domain/git/owner-hosts.ts';
import type { GitProviderToken } from '../../../shared/domain/settings/secrets/secret-store.ts';

/** A stored token of an owner. Its sealed value is not real. */
export function aGitToken(provider: GitProvider, changes: Partial<GitProviderToken> = {}): GitProviderToken {
  return {
    owner_id: 'ann',
    provider,
    host: null,
    sealed: { text: `token of ${provider}` } as unknown as GitProviderToken['sealed'],
    version: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

/** Dependencies with these providers. Every owner has a token for each. */
export function gitDepsOf(
  hosts: Partial<Readonly<Record<GitProvider, Partial<GitHost>>>>,
  changes: Partial<GitDeps> = {},
): GitDeps {
  const tokens = (Object.keys(hosts) as GitProvider[]).map((provider) => aGitToken(provider));
  return {
    secrets: { listGit: async (ownerId) => tokens.map((token) => ({ ...token, owner_id: ownerId })) },
    vault: { open: async (_owner, purpose) => `token of ${purpose}` },
    bases: {},
    cache: new AnswerCache(() => new Date()),
    hostOf: ({ provider }) => hosts[provider] as GitHost,
    fetchOfRequest: () => () => Promise.reject(new Error('nothing is fetched here')),
    ...changes,
  };
}
