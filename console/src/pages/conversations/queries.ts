import { type QueryClient, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { paths } from '../../../../shared/client/api-types.ts';
import { isInMotion } from '../../../../shared/presentation/conversations.ts';
import type { Conversation, StartTask } from '../../api/shapes.ts';
import { isAbsent, SANDBOXES, useSandbox } from '../../data/sandbox-queries.ts';
import { LIVE } from '../../live/intervals.ts';
import { useApi, useCan } from '../../session/session.ts';

type Search = paths['/api/v1/app-conversations/search']['get'];
export type ConversationSearch = NonNullable<Search['parameters']['query']>;
export type ConversationPage = Search['responses'][200]['content']['application/json'];

/** The query keys of conversations. */
export const stored = {
  lists: ['conversations', 'list'],
  count: ['conversations', 'count'],
  list: (search: ConversationSearch) => ['conversations', 'list', search],
  one: (id: string) => ['conversation', id],
  startTasks: ['start-tasks'],
  startsOf: (conversationId: string) => ['start-tasks', conversationId],
  startTask: (id: string | undefined) => ['start-task', id],
} as const;

export function useConversations(search: ConversationSearch) {
  const api = useApi();
  return useQuery({
    queryKey: stored.list(search),
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/app-conversations/search', { params: { query: search }, signal })),
    // A text search reads thousands of events.
    refetchInterval: ({ state }) =>
      search.text__contains === undefined && (state.data?.items.some(isInMotion) ? LIVE.fast : LIVE.normal),
  });
}

export function useConversation(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: stored.one(id),
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/app-conversations/{conversation_id}', { params: { path: { conversation_id: id } }, signal }),
      ),
    refetchInterval: ({ state: { data, error } }) => {
      if (isAbsent(error)) return false;
      return data && isInMotion(data) ? LIVE.fast : LIVE.normal;
    },
  });
}

/** The sandbox of a conversation, if it exists and the key can read it. */
export function useSandboxOf({ sandbox_id, sandbox_status }: Pick<Conversation, 'sandbox_id' | 'sandbox_status'>) {
  const can = useCan();
  return useSandbox(sandbox_id, sandbox_status !== 'MISSING' && can('GET /api/v1/sandboxes/{sandbox_id}'));
}

/** Updates a conversation wherever it is shown. */
export function changeShown(queries: QueryClient, id: string, change: (shown: Conversation) => Conversation): void {
  queries.setQueryData<Conversation>(stored.one(id), (shown) => shown && change(shown));
  queries.setQueriesData<{ readonly items: readonly Conversation[] }>(
    { queryKey: stored.lists },
    (page) => page && { ...page, items: page.items.map((shown) => (shown.id === id ? change(shown) : shown)) },
  );
}

/** Refreshes all data about conversations. */
export async function refreshConversations(queries: QueryClient): Promise<void> {
  await Promise.all(
    [['conversations'], ['conversation'], stored.startTasks, [SANDBOXES]].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  );
}

/** The last start of each conversation that is not READY. @param tasks newest first */
export function startsToShow(tasks: readonly StartTask[]): readonly StartTask[] {
  const last = new Map<string, StartTask>();
  for (const task of tasks) if (!last.has(task.conversation_id)) last.set(task.conversation_id, task);
  return [...last.values()].filter(({ status }) => status !== 'READY');
}
