import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { count } from '../../../../shared/presentation/money.ts';
import { shortId } from '../../format/short-id.ts';
import { useApi, useCan } from '../../session/session.ts';
import { type Grouping, groupings } from './choices.ts';
import type { Series } from './plot.ts';

/** Names the bands of the stack: by name or title if the key can read it and it still exists, otherwise by ID. */
export function useTitles(by: Grouping, series: readonly Series[]): (series: Series) => string {
  const names = useNames(by, series);
  return useCallback(
    ({ id, groups }) => {
      if (groups > 1) return `Other (${count(groups)})`;
      if (id === null) return groupings[by].none;
      return names.get(id) ?? shortId(id);
    },
    [by, names],
  );
}

const none: ReadonlyMap<string, string> = new Map();

function useNames(by: Grouping, series: readonly Series[]): ReadonlyMap<string, string> {
  const api = useApi();
  const can = useCan();
  const ids = series.flatMap(({ id }) => id ?? []).sort();
  const keys = useQuery({
    queryKey: ['keys', 'names'],
    queryFn: async ({ signal }) => {
      const all = await answerOf(api.GET('/api/keys', { signal }));
      return new Map(all.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
    },
    enabled: by === 'key' && can('GET /api/keys'),
  });
  const conversations = useQuery({
    queryKey: ['conversations', 'titles', ids],
    queryFn: async ({ signal }) => {
      const found = await answerOf(api.GET('/api/v1/app-conversations', { params: { query: { ids } }, signal }));
      const all = Array.isArray(found) ? found : found.items;
      return new Map(all.flatMap((one) => (one?.title ? [[one.id, one.title]] : [])));
    },
    enabled: by === 'conversation' && ids.length > 0 && can('GET /api/v1/app-conversations'),
    placeholderData: (before) => before,
  });
  if (by === 'key') return keys.data ?? none;
  return by === 'conversation' ? (conversations.data ?? none) : none;
}
