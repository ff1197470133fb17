import * as z from 'zod';
import { Capacity } from '../../../contract/shapes/enums.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { TaskSize } from './task-size.ts';

/**
 * `running`: a task and its disk. `paused`: a workspace that is kept while nothing runs. `snapshot`: a copy of one.
 * `initialization`: the disk of a task was filled at a rate, which AWS charges for once. It lasts a millisecond.
 * `models`: the calls of one model by one conversation that ended in one hour, which grow until the hour ends.
 */
const Kind = z.enum(['running', 'paused', 'snapshot', 'initialization', 'models']);

/** Absent in intervals of anything but models. */
const count = z.int().optional();

/** One interval of a sandbox with all fields that its price depends on. Loose: older versions keep newer fields. */
export const UsageRow = z.looseObject({
  owner_id: z.string(),
  /** From the sandbox, generation, kind, and task or start, so that a repeated write overwrites the same row. */
  usage_key: z.string(),
  kind: Kind,
  sandbox_id: z.string(),
  generation: z.int(),
  started_at: z.string(),
  ended_at: z.string(),
  /** Whether the exact end is unknown. */
  is_estimate: z.boolean(),
  spec_id: z.string(),
  /** The size of the task; zero while nothing runs. */
  cpu_units: TaskSize.shape.cpu_units,
  memory_megabytes: TaskSize.shape.memory_megabytes,
  architecture: TaskSize.shape.architecture,
  /** What its task ran on: on demand or Spot. */
  capacity: Capacity,
  /** Size of the workspace. */
  gigabytes: z.int(),
  /** The API key that started or resumed the sandbox. */
  api_key_id: z.string().nullable(),
  /** The ids of this key's lineages. */
  lineages: z.array(z.string()),
  /** The conversations that had used the sandbox by then. They share the cost. */
  conversation_ids: z.array(z.string()),
  /** Ended calls of models, their tokens, and their cost in pico-USD; only in rows of this kind. */
  model_calls: count,
  input_tokens: count,
  cache_read_tokens: count,
  cache_write_tokens: count,
  output_tokens: count,
  model_cost: z.union([z.int(), z.bigint()]).optional(),
});
export type UsageRow = z.infer<typeof UsageRow>;

/** The item of the usage table. */
export function usageItem({ api_key_id, lineages, ...row }: UsageRow): Record<string, unknown> {
  const { ended_at, usage_key } = row;
  return { ...row, api_key_id: payerText(api_key_id, lineages), ended_sort: endedSort({ ended_at, usage_key }) };
}

const readUsage = /* @__PURE__ */ rowReader('usage interval', UsageRow, { shown: [] });

/** Reads an item of the table or of its index. Lists leave out damaged ones, whose times or size are not known. */
export function usageRowOf(item: unknown): UsageRow {
  const { api_key_id: text, ...row } = item as Readonly<Record<string, unknown>>;
  return readUsage({ ...row, ...(typeof text === 'string' ? payerOf(text) : { api_key_id: text, lineages: [] }) });
}

/**
 * A key and its lineages in one attribute, as the attributes of a local index cannot change after its table is created.
 * A key that is its own only lineage stands alone.
 */
export function payerText(keyId: string | null, lineages: readonly string[]): string | null {
  const isAlone = lineages.length === 1 && lineages[0] === keyId;
  return keyId === null || isAlone ? keyId : [keyId, ...lineages].join(' ');
}

/** What the key of a model's hour names. The payer can change within the hour. */
export interface ModelHour {
  /** As `2026-11-21T20`. */
  readonly hour: string;
  readonly conversationId: string;
  readonly sandboxId: string;
  readonly keyId: string | null;
  readonly model: string;
}

/** The most bytes of a model's name in a key. A longer one is cut. */
const MAX_MODEL_BYTES = 400;

/** The key of the calls of a model in an hour. No sandbox's id begins with a slash. */
export function modelsKey({ hour, conversationId, sandboxId, keyId, model }: ModelHour): string {
  const name = Buffer.from(model).subarray(0, MAX_MODEL_BYTES).toString().toWellFormed();
  return [MODELS, hour, conversationId, sandboxId, keyId ?? '', name].join('#');
}

/** The name of the model, which the key ends with: an index has no room for another attribute. */
export function modelOf({ usage_key: key }: Pick<UsageRow, 'usage_key'>): string {
  return key.split('#').slice(5).join('#');
}

const MODELS = '/models';

function payerOf(text: string): Pick<UsageRow, 'api_key_id' | 'lineages'> {
  const [keyId = text, ...lineages] = text.split(' ');
  return { api_key_id: keyId, lineages: lineages.length === 0 ? [keyId] : lineages };
}

/** Sorts by the time of the end. Unique among an owner's rows. */
export function endedSort({ ended_at: endedAt, usage_key: key }: Pick<UsageRow, 'ended_at' | 'usage_key'>): string {
  return `${endedAt}#${key}`;
}

/** The key of a task's interval. A task counts once, however often its end is reported. */
export function runningKey(sandboxId: string, generation: number, taskArn: string): string {
  return `${sandboxId}#${generation}#running#${taskArn.split('/').at(-1)}`;
}

/** The key of the charge for filling the disk of a task at a rate. */
export function initializationKey(sandboxId: string, generation: number, taskArn: string): string {
  return `${sandboxId}#${generation}#initialization#${taskArn.split('/').at(-1)}`;
}

/** The key of a snapshot's only interval. No sandbox's id begins with a slash. */
export function snapshotKey(snapshotId: string): string {
  return `/snapshot#${snapshotId}`;
}

export function pausedKey(sandboxId: string, generation: number, since: string): string {
  return `${sandboxId}#${generation}#paused#${since}`;
}
