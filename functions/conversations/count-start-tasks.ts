import { countStartTasks as endpoint } from '../../shared/contract/conversations/start-tasks.ts';
import type { StartTaskStore } from '../../shared/domain/conversations/start/task/start-task-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { startTaskStore } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly startTasks: Pick<StartTaskStore, 'count'>;
}

export const countStartTasks = implement(endpoint, ({ query, caller }, { startTasks }: Deps) =>
  startTasks.count(caller.ownerId, {
    conversationId: query.conversation_id__eq,
    createdFrom: query.created_at__gte,
    createdBy: query.created_by_user_id__eq,
  }),
);

export const handler = serve(countStartTasks, (granted) => ({ startTasks: startTaskStore(granted) }));
