import { log } from '../../platform/log.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import { logStreamOf } from '../sandboxes/record/task-history.ts';
import type { TaskLogs } from './task-logs.ts';

/** As many lines as explain an end, in their first characters. */
const LINES = 5;
const LONGEST = 200;

/** What the latest task of a sandbox printed last, oldest first; nothing if its log cannot be read. */
export async function lastLinesOf(sandbox: Sandbox, logs: Pick<TaskLogs, 'backward'>): Promise<readonly string[]> {
  const task = sandbox.task_history?.at(-1);
  if (!task) return [];
  try {
    const { events } = await logs.backward(logStreamOf(sandbox, task), { since: Date.parse(task.at) - 60_000 });
    const lines = events.flatMap(({ message }) => message.split('\n')).filter((line) => line.trim() !== '');
    return lines.slice(-LINES).map((line) => line.slice(0, LONGEST));
  } catch (error) {
    log.warn('the log of a check was not read', { sandbox_id: sandbox.sandbox_id, error });
    return [];
  }
}
