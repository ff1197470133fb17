import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { count } from '../../../../../shared/presentation/money.ts';
import { LIVE } from '../../../live/intervals.ts';
import { useApi } from '../../../session/session.ts';
import { type ConversationSearch, stored } from '../queries.ts';

/** How many conversations there are, or match the filters. Too many to count are not counted. */
export function ConversationCount({ search }: { readonly search: ConversationSearch }) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: [...stored.count, search],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/app-conversations/count', { params: { query: search }, signal })),
    refetchInterval: LIVE.slow,
  });
  if (data === undefined) return 'Newest first.';
  const isFiltered = Object.keys(search).length > 0;
  const noun = isFiltered ? 'matching conversation' : 'conversation';
  return `${count(data)} ${noun}${data === 1 ? '' : 's'}, newest first.`;
}
