import { log } from '../../platform/log.ts';
import { FULL_BELOW, MEASURE_MARK } from '../sandboxes/agent/log-lines.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import { logStreamOf } from '../sandboxes/record/task-history.ts';
import { sampleOf } from './measurements.ts';
import type { MarkedLines } from './task-logs.ts';

/** An older measurement says nothing about the end of a task, in milliseconds. */
const RECENT = 150_000;

/**
 * Whether the disk of the current task was full by the last measurement before this time. Without a recent measurement,
 * or when the log cannot be read, it counts as not full: another reason must not be hidden by a guess.
 */
export async function wasDiskFull(sandbox: Sandbox, end: number, logs: MarkedLines): Promise<boolean> {
  const task = sandbox.task_history?.at(-1);
  if (task?.generation !== sandbox.generation) return false;
  try {
    const range = { since: end - RECENT, until: end + 1 };
    const { events } = await logs.search(logStreamOf(sandbox, task), MEASURE_MARK, range);
    const left = events.flatMap((event) => sampleOf(event)?.disk_left ?? []).at(-1);
    return left !== undefined && left < FULL_BELOW;
  } catch (error) {
    log.warn('the last measurement of a sandbox was not read', { sandbox_id: sandbox.sandbox_id, error });
    return false;
  }
}
