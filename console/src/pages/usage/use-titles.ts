import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { count } from '../../../../shared/presentation/money.ts';
import { useConversationsById } from '../../data/sandbox-conversations.ts';
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

function useNames(by: Grouping, series: readonly Series[]): ReadonlyMap<string, string> {
  const api = useApi();
  const can = useCan();
  const { data: keys } = useQuery({
    queryKey: ['keys', 'names'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/keys', { signal })),
    enabled: by === 'key' && can('GET /api/keys'),
  });
  const ids = by === 'conversation' ? series.flatMap(({ id }) => id ?? []).sort() : [];
  const { data: conversations } = useConversationsById(ids);
  return useMemo(() => {
    const names = by === 'key' ? keys?.map(({ id, name }) => [id, name] as const) : undefined;
    const titles = by === 'conversation' ? conversations?.map(({ id, title }) => [id, title] as const) : undefined;
    return new Map((names ?? titles ?? []).flatMap(([id, name]) => (name ? [[id, name]] : [])));
  }, [by, keys, conversations]);
}
