import { log } from '../../platform/log.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import { logStreamOf } from '../sandboxes/record/task-history.ts';
import type { TaskLogs } from './task-logs.ts';

/** As many lines as explain an end, in their first characters. */
const LINES = 5;
const LONGEST = 200;

/** Clocks differ, in milliseconds. */
const EARLIER = 60_000;

/** What the latest task with a log printed last, oldest line first; nothing if no log can be read. */
export async function lastLinesOf(sandbox: Sandbox, logs: Pick<TaskLogs, 'backward'>): Promise<readonly string[]> {
  try {
    for (const task of (sandbox.task_history ?? []).toReversed()) {
      const since = Date.parse(task.at) - EARLIER;
      const { events } = await logs.backward(logStreamOf(sandbox, task), { since });
      const lines = events.flatMap(({ message }) => message.split('\n')).filter((line) => line.trim() !== '');
      // A restart that has not printed anything yet.
      if (lines.length > 0) return lines.slice(-LINES).map((line) => line.slice(0, LONGEST));
    }
  } catch (error) {
    log.warn('the log of a check was not read', { sandbox_id: sandbox.sandbox_id, error });
  }
  return [];
}
