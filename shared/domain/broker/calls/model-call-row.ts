import { createHash } from 'node:crypto';
import * as z from 'zod';
import { ModelCallStatus, ModelInterface } from '../../../contract/shapes/enums.ts';
import { rowReader } from '../../../platform/aws/rows.ts';

const tokens = z.int().min(0);
const picoUsd = z.union([z.int(), z.bigint()]);
const prices = { input: tokens, cacheRead: tokens, cacheWrite: tokens, output: tokens };

/** A call of a model: in progress, or ended. Nothing of prompts and answers. */
export const ModelCallRow = z.looseObject({
  owner_id: z.string(),
  call_id: z.string(),
  conversation_id: z.string(),
  sandbox_id: z.string(),
  spec_id: z.string(),
  /** The API key that pays, and the ids of its lineages. */
  api_key_id: z.string().nullable(),
  lineages: z.array(z.string()),
  interface: ModelInterface,
  model: z.string(),
  profile: z.string().nullable(),
  status: ModelCallStatus,
  started_at: z.string(),
  /** When a call in progress is overdue. */
  ends_at: z.string(),
  ended_at: z.string().nullable(),
  /** The status of the provider's response. */
  http_status: z.int().nullable(),
  /** As the provider reported them; null if it did not. */
  input_tokens: tokens.nullable(),
  cache_read_tokens: tokens.nullable(),
  cache_write_tokens: tokens.nullable(),
  output_tokens: tokens.nullable(),
  /** In pico-USD; null for a model without a price, and for a call in progress. */
  cost: picoUsd.nullable(),
  /** Whether the cost is the largest possible one, as the provider reported no tokens. */
  is_estimate: z.boolean(),
  /** In pico-USD per token, as of the start; null for a model without a price. */
  price: z
    .object({
      ...prices,
      contextTokens: tokens,
      outputTokens: tokens,
      longer: z.object({ ...prices, over: tokens }).nullable(),
    })
    .nullable(),
  /** The largest possible cost in pico-USD. */
  largest_cost: picoUsd,
  /** In micro-USD, for each budget that the call counts towards. */
  reserved_micro_usd: z.int(),
  /** The budgets in the owner's row: null for that of the owner, or the id of a lineage. */
  budgets: z.array(z.string().nullable()),
  /** The group of the owner's places that the call takes one of. */
  place: z.int(),
});
export type ModelCallRow = z.infer<typeof ModelCallRow>;

const shown = ['conversation_id', 'profile', 'model', 'interface', 'http_status'] as const;

/** A call that lost what its cost or its end depends on is shown, and not closed. */
export const readModelCall = /* @__PURE__ */ rowReader('model call', ModelCallRow, { shown });

/** How many groups the calls in progress are divided into, so that no partition of their index has all of them. */
export const OPEN_GROUPS = 4;

/** The attributes of the indexes. Ended calls are in no group. */
export function indexAttributes(row: ModelCallRow): Readonly<Record<string, unknown>> {
  const { owner_id: ownerId, conversation_id: conversationId, call_id: callId, ends_at: endsAt } = row;
  const conversation_key = conversationKey(ownerId, conversationId);
  if (row.status !== 'open') return { conversation_key };
  const group = createHash('sha256').update(callId).digest()[0] ?? 0;
  return { conversation_key, open: String(group % OPEN_GROUPS), open_sort: `${endsAt}#${callId}` };
}

export function conversationKey(ownerId: string, conversationId: string): string {
  return `${ownerId}/${conversationId}`;
}

/** The rows of counts. They sort behind all calls, and no list of calls has them. */
export const countRow = {
  sandbox: (sandboxId: string) => `~sandbox#${sandboxId}`,
  conversation: (conversationId: string) => `~conversation#${conversationId}`,
  place: (place: number) => `${PLACES}${place}`,
} as const;

export const PLACES = '~place#';
