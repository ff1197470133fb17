import { batchGetStartTasks as endpoint } from '../../shared/contract/conversations/start-tasks.ts';
import type { StartTaskStore } from '../../shared/domain/conversations/start/task/start-task-store.ts';
import { startTaskWithSteps } from '../../shared/domain/conversations/start/task/start-task-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { startTaskStore } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly startTasks: Pick<StartTaskStore, 'findMany'>;
}

export const batchGetStartTasks = implement(endpoint, async ({ query: { ids }, caller }, { startTasks }: Deps) => {
  const found = new Map((await startTasks.findMany(caller.ownerId, ids)).map((task) => [task.start_task_id, task]));
  return ids.map((id) => {
    const task = found.get(id);
    return task ? startTaskWithSteps(task) : null;
  });
});

export const handler = serve(batchGetStartTasks, (granted) => ({ startTasks: startTaskStore(granted) }));
