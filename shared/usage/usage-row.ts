import * as z from 'zod';
import { TaskSize } from '../sandbox-specs/task-size.ts';

/**
 * What an interval is of: `running` of a task and the disk of its workspace; `paused` of a workspace that is kept while nothing runs.
 */
const Kind = z.enum(['running', 'paused']);

/**
 * A row of the usage table: one interval of one sandbox, with all that its price depends on, as it was when it began. What changes later rewrites nothing. Loose, so
 * that a row of a newer version survives an older one.
 */
export const UsageRow = z.looseObject({
  owner_id: z.string(),
  /** The sandbox, its generation, the kind, and the task of which it is or the time at which it began: whoever writes it again writes the same row. */
  usage_key: z.string(),
  kind: Kind,
  sandbox_id: z.string(),
  generation: z.int(),
  started_at: z.string(),
  ended_at: z.string(),
  /** Whether nobody knows exactly when it ended. */
  is_estimate: z.boolean(),
  spec_id: z.string(),
  /** Of the task; zero while nothing runs. */
  cpu_units: TaskSize.shape.cpu_units,
  memory_megabytes: TaskSize.shape.memory_megabytes,
  architecture: TaskSize.shape.architecture,
  /** Size of the workspace. */
  gigabytes: z.int(),
  /** The API key that started or resumed the sandbox. */
  api_key_id: z.string().nullable(),
  /** The conversations that had used the sandbox by then, which share the cost. */
  conversation_ids: z.array(z.string()),
});
export type UsageRow = z.infer<typeof UsageRow>;

/** The row of the usage table under its key and in its index. */
export function usageItem(row: UsageRow): Record<string, unknown> {
  return { ...row, ended_sort: endedSort(row) };
}

/** Sorts by the time of the end; no two rows of an owner have the same. */
export function endedSort({ ended_at: endedAt, usage_key: key }: Pick<UsageRow, 'ended_at' | 'usage_key'>): string {
  return `${endedAt}#${key}`;
}

/** The key of what a task used. A task counts once, however often its end is told. */
export function runningKey(sandboxId: string, generation: number, taskArn: string): string {
  return `${sandboxId}#${generation}#running#${taskArn.split('/').at(-1)}`;
}

export function pausedKey(sandboxId: string, generation: number, since: string): string {
  return `${sandboxId}#${generation}#paused#${since}`;
}
