import type { StartTask } from '../../../api/shapes.ts';

/** Of the starts, newest first, the last one of each conversation, as far as it is not READY. */
export function startsToShow(tasks: readonly StartTask[]): readonly StartTask[] {
  const last = new Map<string, StartTask>();
  for (const task of tasks) if (!last.has(task.conversation_id)) last.set(task.conversation_id, task);
  return [...last.values()].filter(({ status }) => status !== 'READY');
}
