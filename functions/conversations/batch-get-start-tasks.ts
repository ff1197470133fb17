import { batchGetStartTasks as endpoint } from '../../shared/contract/conversations/start-tasks.ts';
import type { StartTaskStore } from '../../shared/domain/conversations/start/task/start-task-store.ts';
import { startTaskWithSteps } from '../../shared/domain/conversations/start/task/start-task-view.ts';
import { implement, type RequestContext } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { startTaskStore } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly startTasks: Pick<StartTaskStore, 'findMany'>;
}

export const batchGetStartTasks = implement(
  endpoint,
  async ({ query: { ids }, caller, request }, { startTasks }: Deps) => {
    const found = new Map((await startTasks.findMany(caller.ownerId, ids)).map((task) => [task.start_task_id, task]));
    const failed = ids.length === 1 && isCommandLine(request) ? found.get(ids[0] ?? '') : undefined;
    if (failed?.status === 'ERROR') throw new AppError('conflict', asPrinted(failed.detail ?? 'The start failed.'));
    return ids.map((id) => {
      const task = found.get(id);
      return task ? startTaskWithSteps(task, caller) : null;
    });
  },
);

/**
 * Whether `openhands cloud` asks. It ends without a word at the status ERROR, but prints the errors of requests. Unlike
 * other programs with its HTTP library, it names the type of a body that a GET does not have.
 */
function isCommandLine({ userAgent, contentType }: RequestContext): boolean {
  return contentType === 'application/json' && userAgent?.startsWith('python-httpx/') === true;
}

/** The command line takes names in brackets for styles, unless a backslash is before them. */
const asPrinted = (text: string): string => text.replaceAll(/\[(?=[a-z#/@])/gi, '\\[');

export const handler = serve(batchGetStartTasks, (granted) => ({ startTasks: startTaskStore(granted) }));
