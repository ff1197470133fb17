import * as z from 'zod';
import { TaskSize } from './task-size.ts';

/** `running`: a task and its disk. `paused`: a workspace that is kept while nothing runs. */
const Kind = z.enum(['running', 'paused']);

/** One interval of a sandbox with all that its price depends on. Loose: older versions keep newer fields. */
export const UsageRow = z.looseObject({
  owner_id: z.string(),
  /** The sandbox, generation, kind and task or beginning: a repeated write writes the same row. */
  usage_key: z.string(),
  kind: Kind,
  sandbox_id: z.string(),
  generation: z.int(),
  started_at: z.string(),
  ended_at: z.string(),
  /** Whether the exact end is unknown. */
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
  /** The ids of the lineages that bounded this key. */
  lineages: z.array(z.string()),
  /** The conversations that had used the sandbox by then, which share the cost. */
  conversation_ids: z.array(z.string()),
});
export type UsageRow = z.infer<typeof UsageRow>;

/** The row of the usage table under its key and in its index. */
export function usageItem({ api_key_id, lineages, ...row }: UsageRow): Record<string, unknown> {
  const { ended_at, usage_key } = row;
  return { ...row, api_key_id: payerText(api_key_id, lineages), ended_sort: endedSort({ ended_at, usage_key }) };
}

/** A row as it is read, from the table or from its index. */
export function usageRowOf(item: unknown): UsageRow {
  const { api_key_id: text, ...row } = item as Readonly<Record<string, unknown>>;
  return UsageRow.parse({ ...row, ...(typeof text === 'string' ? payerOf(text) : { api_key_id: text, lineages: [] }) });
}

/**
 * A key and its lineages in one attribute: which attributes the local index of the ledger holds was decided for good
 * when its table was made. A key that is a lineage by itself stands alone.
 */
function payerText(keyId: string | null, lineages: readonly string[]): string | null {
  const isAlone = lineages.length === 1 && lineages[0] === keyId;
  return keyId === null || isAlone ? keyId : [keyId, ...lineages].join(' ');
}

function payerOf(text: string): Pick<UsageRow, 'api_key_id' | 'lineages'> {
  const [keyId = text, ...lineages] = text.split(' ');
  return { api_key_id: keyId, lineages: lineages.length === 0 ? [keyId] : lineages };
}

/** Sorts by the time of the end; no two rows of an owner have the same. */
export function endedSort({ ended_at: endedAt, usage_key: key }: Pick<UsageRow, 'ended_at' | 'usage_key'>): string {
  return `${endedAt}#${key}`;
}

/** The key of a task's usage. A task counts once, however often its end is reported. */
export function runningKey(sandboxId: string, generation: number, taskArn: string): string {
  return `${sandboxId}#${generation}#running#${taskArn.split('/').at(-1)}`;
}

export function pausedKey(sandboxId: string, generation: number, since: string): string {
  return `${sandboxId}#${generation}#paused#${since}`;
}
