import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { paths } from '../../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { isInMotion } from '../../../../shared/presentation/conversations.ts';
import type { Conversation, StartTask } from '../../api/shapes.ts';
import { SANDBOXES, useSandbox } from '../../data/sandbox-queries.ts';
import { liveWhile } from '../../live/polls.ts';
import { useApi, useCan } from '../../session/session.ts';

type Search = paths['/api/v1/app-conversations/search']['get'];
export type ConversationSearch = NonNullable<Search['parameters']['query']>;
export type ConversationPage = Search['responses'][200]['content']['application/json'];

type List = Pick<ConversationPage, 'items'>;

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
    refetchInterval: search.text__contains === undefined && liveWhile<List>(({ items }) => items.some(isChanging)),
  });
}

/** Whether the status of a conversation is about to change. An agent can work for hours. */
export function isChanging(conversation: Conversation): boolean {
  return isInMotion(conversation) && conversation.execution_status !== 'running';
}

/** Conversations whose events arrive by a WebSocket, which also tells when the agent's status changes. */
export const followed = new Set<string>();

/** How often such a conversation and its sandbox are refreshed at most, in milliseconds. */
const FOLLOWED_EVERY = 60_000;

const paceOf = (id: string): number => (followed.has(id) ? FOLLOWED_EVERY : 0);

export function conversationQuery(api: ServiceClient['api'], id: string) {
  return queryOptions({
    queryKey: stored.one(id),
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/app-conversations/{conversation_id}', { params: { path: { conversation_id: id } }, signal }),
      ),
    refetchInterval: liveWhile<Conversation>(isChanging, { atLeast: () => paceOf(id) }),
  });
}

export function useConversation(id: string) {
  return useQuery(conversationQuery(useApi(), id));
}

/** The sandbox of a conversation, if it exists and the key can read it. */
export function useSandboxOf({
  id,
  sandbox_id,
  sandbox_status,
}: Partial<Pick<Conversation, 'id'>> & Pick<Conversation, 'sandbox_id' | 'sandbox_status'>) {
  const can = useCan();
  const isWanted = sandbox_status !== 'MISSING' && can('GET /api/v1/sandboxes/{sandbox_id}');
  return useSandbox(sandbox_id, { isWanted, ...(id === undefined ? {} : { atLeast: () => paceOf(id) }) });
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
export function startsToShow<Task extends Pick<StartTask, 'conversation_id' | 'status'>>(
  tasks: readonly Task[],
): readonly Task[] {
  const last = new Map<string, Task>();
  for (const task of tasks) if (!last.has(task.conversation_id)) last.set(task.conversation_id, task);
  return [...last.values()].filter(({ status }) => status !== 'READY');
}
