import type { StartTaskStore } from '../task/start-task-store.ts';

/** Starts a worker for each start that waits for a sandbox, which got somewhere. @param run returns at once */
export async function wakeStarts(
  ownerId: string,
  sandboxId: string,
  startTasks: Pick<StartTaskStore, 'openOf'>,
  run: (ownerId: string, startTaskId: string) => Promise<void>,
): Promise<void> {
  const open = await startTasks.openOf(ownerId, sandboxId);
  await Promise.all(open.map(({ start_task_id: id }) => run(ownerId, id)));
}
