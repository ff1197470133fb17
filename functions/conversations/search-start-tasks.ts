import { searchStartTasks as endpoint } from '../../shared/contract/conversations/start-tasks.ts';
import { onlyFor } from '../../shared/contract/endpoint/audience.ts';
import type { ConversationStore } from '../../shared/domain/conversations/record/conversation-store.ts';
import type { StartTaskStore } from '../../shared/domain/conversations/start/task/start-task-store.ts';
import { startTaskView } from '../../shared/domain/conversations/start/task/start-task-view.ts';
import { visibleStartTasks } from '../../shared/domain/conversations/start/task/visible-start-tasks.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { conversationStore, startTaskStore } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly startTasks: Pick<StartTaskStore, 'list'>;
  readonly conversations: Pick<ConversationStore, 'findMany'>;
}

export const searchStartTasks = implement(endpoint, async ({ query, caller }, { startTasks, conversations }: Deps) => {
  const { ownerId } = caller;
  const { page_id: pageId, limit, ...filters } = query;
  const scope = { ownerId, list: endpoint.id, filters };
  const filter = {
    conversationId: filters.conversation_id__eq,
    createdFrom: filters.created_at__gte,
    createdBy: filters.created_by_user_id__eq,
  };
  const order = {
    by: filters.sort_order.startsWith('UPDATED') ? 'updated' : 'created',
    newestFirst: filters.sort_order.endsWith('_DESC'),
  } as const;
  const matching = visibleStartTasks(ownerId, onlyFor(caller), conversations);
  const page = await startTasks.list(ownerId, filter, order, limit, positionOf(pageId, scope), matching);
  const items = page.items.map((task) => startTaskView(task, caller));
  return { items, next_page_id: pageIdAfter(page.next, scope) };
});

export const handler = serve(searchStartTasks, (granted) => ({
  startTasks: startTaskStore(granted),
  conversations: conversationStore(granted),
}));
