import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { GitProvider } from '../../../api/shapes.ts';
import { useSettled } from '../../../live/settled.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { isProvider, useTokenHosts } from '../git-providers.ts';
import type { StartDraft } from './start-draft.ts';

/** How many repositories or branches are suggested. */
const MOST = 20;

/** The provider that the service takes for a draft, and whether the owner has a token for it. */
export function useProviderOf({ provider }: StartDraft): { readonly name: GitProvider; readonly hasToken: boolean } {
  const hosts = useTokenHosts();
  const set = Object.keys(hosts).filter(isProvider);
  const [only] = set;
  const name = provider || (set.length === 1 && only !== undefined ? only : 'github');
  return { name, hasToken: set.includes(name) };
}

/** Repositories whose names have what is typed; none without a token for the provider. */
export function useRepositories(draft: StartDraft) {
  const api = useApi();
  const { name: provider, hasToken } = useProviderOf(draft);
  const query = useSettled(draft.repository.trim());
  return useQuery({
    queryKey: ['repositories', provider, query],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/git/repositories/search', {
          params: { query: { provider, limit: MOST, ...(query === '' ? {} : { query }) } },
          signal,
        }),
      ),
    enabled: hasToken,
    placeholderData: (shown) => shown,
    staleTime: 60_000,
  });
}

/** Branches of the repository of a draft whose names have what is typed. */
export function useBranches(draft: StartDraft) {
  const api = useApi();
  const { name: provider, hasToken } = useProviderOf(draft);
  const repository = useSettled(draft.repository.trim());
  const query = useSettled(draft.branch.trim());
  return useQuery({
    queryKey: ['branches', provider, repository, query],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/git/branches/search', {
          params: { query: { provider, repository, limit: MOST, ...(query === '' ? {} : { query }) } },
          signal,
        }),
      ),
    enabled: hasToken && /^[^/\s]+(\/[^/\s]+)+$/.test(repository),
    placeholderData: (shown) => shown,
    staleTime: 60_000,
  });
}

/** The language models on offer, the default first. */
export function useModels() {
  const api = useApi();
  return useQuery({
    queryKey: ['all-models'],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/config/models/search', { params: { query: { limit: 100 } }, signal })),
    select: ({ items }) => items.map(({ provider, name }) => (provider === null ? name : `${provider}/${name}`)),
    staleTime: 60_000,
  });
}

/** The sandbox specs on offer, the default first. */
export function useSpecs() {
  const api = useApi();
  const can = useCan();
  return useQuery({
    queryKey: ['sandbox-specs'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/sandbox-specs/search', { signal })),
    select: ({ items }) => items.map(({ id }) => id),
    enabled: can('GET /api/v1/sandbox-specs/search'),
    staleTime: 60_000,
  });
}
