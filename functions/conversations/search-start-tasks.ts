import { searchStartTasks as endpoint } from '../../shared/contract/conversations/start-tasks.ts';
import type { StartTaskStore } from '../../shared/domain/conversations/start/task/start-task-store.ts';
import { startTaskView } from '../../shared/domain/conversations/start/task/start-task-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { pageIdAfter, positionOf } from '../../shared/platform/paging.ts';
import { startTaskStore } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly startTasks: Pick<StartTaskStore, 'list'>;
}

export const searchStartTasks = implement(endpoint, async ({ query, caller }, { startTasks }: Deps) => {
  const { ownerId } = caller;
  const { page_id: pageId, limit, ...filters } = query;
  const scope = { ownerId, list: endpoint.id, filters };
  const filter = { conversationId: filters.conversation_id__eq, createdFrom: filters.created_at__gte };
  const order = {
    by: filters.sort_order.startsWith('UPDATED') ? 'updated' : 'created',
    newestFirst: filters.sort_order.endsWith('_DESC'),
  } as const;
  const page = await startTasks.list(ownerId, filter, order, limit, positionOf(pageId, scope));
  const items = page.items.map((task) => startTaskView(task, caller));
  return { items, next_page_id: pageIdAfter(page.next, scope) };
});

export const handler = serve(searchStartTasks, (granted) => ({ startTasks: startTaskStore(granted) }));
