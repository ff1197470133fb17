import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { searchable } from '../../../../../shared/presentation/searchable.ts';
import { failureOf } from '../../../api/failure.ts';
import { given } from '../../../api/search-params.ts';
import type { GitProvider } from '../../../api/shapes.ts';
import { useSettled } from '../../../live/settled.ts';
import { useApi } from '../../../session/session.ts';
import type { Suggestion } from '../../../ui/suggest-field.tsx';
import { isProvider, providerNames, useTokenHosts } from '../repository.ts';
import type { StartDraft } from './start-draft.ts';

const MOST_SUGGESTIONS = 20;

/** The provider that the service uses for a draft, and whether the owner has a token for it. */
export function useProviderOf({ provider }: StartDraft): { readonly name: GitProvider; readonly hasToken: boolean } {
  const hosts = useTokenHosts();
  const set = Object.keys(hosts).filter(isProvider);
  const [only] = set;
  const name = provider || (set.length === 1 && only !== undefined ? only : 'github');
  return { name, hasToken: set.includes(name) };
}

/** The suggestions for a field, and a note about them. */
interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  readonly notice?: string | undefined;
  /** Why there are none; the field still accepts any text. */
  readonly failure?: string | undefined;
}

/**
 * Repositories whose names contain the text; none without a token for the provider.
 *
 * @param isWanted whether they are shown
 */
export function useRepositories(draft: StartDraft, isWanted: boolean): Suggestions {
  const api = useApi();
  const { name: provider, hasToken } = useProviderOf(draft);
  const typed = draft.repository.trim();
  const query = useSettled(typed);
  const repositories = useQuery({
    queryKey: ['repositories', provider, query],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/git/repositories/search', {
          params: { query: { ...given({ query }), provider, limit: MOST_SUGGESTIONS } },
          signal,
        }),
      ),
    select: ({ items, next_page_id: next }) => ({
      suggestions: items.map(({ full_name: value, is_public: isPublic }) => ({
        value,
        note: isPublic ? undefined : 'private',
      })),
      hasMore: next !== null,
    }),
    enabled: hasToken && isWanted,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return suggested(repositories, typed, query, { what: 'repository', where: providerNames[provider] });
}

/** Branches of the repository of a draft whose names contain the text. @param isWanted whether they are shown */
export function useBranches(draft: StartDraft, isWanted: boolean): Suggestions {
  const api = useApi();
  const { name: provider, hasToken } = useProviderOf(draft);
  const repository = useSettled(draft.repository.trim());
  const typed = draft.branch.trim();
  const query = useSettled(typed);
  const branches = useQuery({
    queryKey: ['branches', provider, repository, query],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/git/branches/search', {
          params: { query: { ...given({ query }), provider, repository, limit: MOST_SUGGESTIONS } },
          signal,
        }),
      ),
    select: ({ items, next_page_id: next }) => ({
      suggestions: items.map(({ name: value, protected: isProtected }) => ({
        value,
        note: isProtected ? 'protected' : undefined,
      })),
      hasMore: next !== null,
    }),
    enabled: hasToken && isWanted && /^[^/\s]+(\/[^/\s]+)+$/.test(repository),
    // Branches of another repository are not suggestions for this one.
    placeholderData: (shown, before) => (before?.queryKey[2] === repository ? shown : undefined),
    staleTime: 60_000,
  });
  return suggested(branches, typed, query, { what: 'branch', where: repository });
}

type Found = UseQueryResult<{ readonly suggestions: readonly Suggestion[]; readonly hasMore: boolean }>;

interface Names {
  /** What is suggested, such as "branch". */
  readonly what: string;
  /** The place that is searched. */
  readonly where: string;
}

/** @param typed the text in the field @param query the text of the last request, which lags while a person types */
function suggested({ data, error, isFetching, isEnabled }: Found, typed: string, query: string, names: Names) {
  const { what, where } = names;
  if (!isEnabled) return { suggestions: [] };
  if (error) return { suggestions: [], failure: failureOf(error).detail };
  const isBehind = isFetching || typed !== query;
  const all = data?.suggestions ?? [];
  const text = searchable(typed);
  const suggestions = isBehind ? all.filter(({ value }) => searchable(value).includes(text)) : all;
  if (isBehind) return { suggestions, notice: `Searching ${where}…` };
  if (suggestions.length === 0) return { suggestions, notice: `No ${what} found in ${where}` };
  return { suggestions, notice: data?.hasMore ? 'Type to see more' : undefined };
}
