import { absent, all, any, exists, is, updateOf } from '../../../platform/aws/expressions.ts';
import { certain, type Part } from '../../../platform/aws/transact.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import { budgetAttributes } from '../../billing/budgets/account.ts';
import { notSuspended, settledSince } from '../../billing/budgets/dynamo-start-condition.ts';
import type { SettledSince } from '../../billing/budgets/start-rules.ts';
import { endedSort, modelsKey, payerText } from '../../billing/usage/usage-row.ts';
import { microUsdUp } from '../prices/model-price.ts';
import { admitted, type CallBudget, reserved, settledAt } from './call-budgets.ts';
import type { CallResult } from './call-result.ts';
import { countRow, indexAttributes, type ModelCallRow } from './model-call-row.ts';

export type CallTables = Tables<'modelCalls' | 'owners' | 'usage'>;

/** The row of a call that begins. */
export function openedPart({ modelCalls }: CallTables, row: ModelCallRow): Part {
  return certain({ Put: { TableName: modelCalls, Item: { ...row, ...indexAttributes(row) } } });
}

/** Another close was first. */
export class AlreadyClosedError extends AppError {
  constructor(callId: string) {
    super('conflict', `The call ${callId} has already ended.`);
    this.name = 'AlreadyClosedError';
  }
}

/** The row of a call that ends. It is kept until `expiresAt`, in seconds since 1970. */
export function closedPart({ modelCalls }: CallTables, row: ModelCallRow, expiresAt: number): Part {
  const { owner_id, call_id, status, ended_at, http_status, cost, is_estimate } = row;
  const { input_tokens, cache_read_tokens, cache_write_tokens, output_tokens } = row;
  const change = updateOf({
    set: {
      ...{ status, ended_at, http_status, cost, is_estimate, expires_at: expiresAt },
      ...{ input_tokens, cache_read_tokens, cache_write_tokens, output_tokens },
    },
    remove: ['open', 'open_sort'],
    when: is('status', '=', 'open'),
  });
  const item = { Update: { TableName: modelCalls, Key: { owner_id, call_id }, ...change } };
  return { item, lost: () => new AlreadyClosedError(call_id) };
}

/** A place among the concurrent calls of a sandbox, or of a group of the owner's places. */
export function placeTaken({ modelCalls }: CallTables, place: Place, lost: () => Error): Part {
  const change = updateOf({
    add: { calls: 1 },
    when: any(absent('calls'), is('calls', '<', place.limit)),
  });
  return { item: { Update: { TableName: modelCalls, Key: keyOf(place), ...change } }, lost };
}

export interface Place {
  readonly owner_id: string;
  readonly call_id: string;
  readonly limit: number;
}

/** Gives the places of an ended call back. */
export function placesLeft({ modelCalls }: CallTables, row: ModelCallRow): readonly Part[] {
  const { owner_id, sandbox_id, place } = row;
  return [countRow.sandbox(sandbox_id), countRow.place(place)].map((call_id) =>
    certain({ Update: { TableName: modelCalls, Key: { owner_id, call_id }, ...updateOf({ add: { calls: -1 } }) } }),
  );
}

/** The attributes of the row that counts what the models of a conversation have cost. */
const ofConversation = { spent: 'spent_micro_usd', inProgress: 'calls' } as const;

/**
 * Counts a call towards its conversation, whether that has a budget or not: one can be set later.
 *
 * @param limit the budget in micro-USD, or null
 */
export function conversationOpened({ modelCalls }: CallTables, row: ModelCallRow, limit: number | null): Part {
  const largest = row.reserved_micro_usd;
  const change = updateOf({
    add: { spent_micro_usd: largest, calls: 1 },
    when: limit === null ? undefined : any(absent('spent_micro_usd'), admitted(limit, ofConversation, largest)),
  });
  const Key = { owner_id: row.owner_id, call_id: countRow.conversation(row.conversation_id) };
  const lost = () => new Error('the budget of a conversation has no room');
  return { item: { Update: { TableName: modelCalls, Key, ...change } }, lost };
}

export function conversationClosed({ modelCalls }: CallTables, row: ModelCallRow): Part {
  const cost = microUsdUp(BigInt(row.cost ?? 0));
  const add = { spent_micro_usd: cost - row.reserved_micro_usd, closed_micro_usd: cost, calls: -1 };
  const Key = { owner_id: row.owner_id, call_id: countRow.conversation(row.conversation_id) };
  return certain({ Update: { TableName: modelCalls, Key, ...updateOf({ add }) } });
}

/** The budgets in the owner's row; no part for a call without any, so that most calls never write this row. */
export function accountOpened(
  { owners }: CallTables,
  row: ModelCallRow,
  budgets: readonly CallBudget[],
  settled: SettledSince,
  lost: () => Error,
): readonly Part[] {
  if (budgets.length === 0) return [];
  const largest = row.reserved_micro_usd;
  const haveRoom = budgets.map(({ limit, lineage }) => admitted(limit, budgetAttributes(lineage), largest));
  const change = updateOf({
    add: reserved(row.budgets, largest),
    when: all(notSuspended, ...settledSince(settled), ...haveRoom),
  });
  return [{ item: { Update: { TableName: owners, Key: { owner_id: row.owner_id }, ...change } }, lost }];
}

/** The same for a call that ends. */
export function accountClosed({ owners }: CallTables, row: ModelCallRow): readonly Part[] {
  if (row.budgets.length === 0) return [];
  const cost = microUsdUp(BigInt(row.cost ?? 0));
  const add = settledAt(row.budgets, row.reserved_micro_usd, cost);
  const change = updateOf({ add, when: exists('owner_id') });
  const item = { Update: { TableName: owners, Key: { owner_id: row.owner_id }, ...change } };
  // The row of a deleted owner is not made again.
  return [{ item, lost: () => new Error('the owner of a call is gone'), skipped: () => undefined }];
}

/** Adds an ended call to the ledger: one row for the calls of a model and a conversation in an hour. */
export function ledgerPart({ usage }: CallTables, row: ModelCallRow, result: CallResult, now: Date): readonly Part[] {
  if (!result.isCharged) return [];
  const hour = new Date(Math.floor(now.getTime() / HOUR) * HOUR);
  const { conversation_id: conversationId, sandbox_id: sandboxId, api_key_id: keyId, model } = row;
  const usage_key = modelsKey({ hour: hour.toISOString().slice(0, 13), conversationId, sandboxId, keyId, model });
  const ended_at = new Date(hour.getTime() + HOUR).toISOString();
  const { input = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = result.tokens ?? {};
  const change = updateOf({
    setOnce: {
      ...(result.isEstimate ? {} : { is_estimate: false }),
      kind: 'models',
      sandbox_id: sandboxId,
      generation: 0,
      started_at: hour.toISOString(),
      ended_at,
      ended_sort: endedSort({ ended_at, usage_key }),
      spec_id: row.spec_id,
      ...noTask,
      api_key_id: payerText(keyId, row.lineages),
      conversation_ids: [conversationId],
    },
    // An hour with one estimate is one.
    ...(result.isEstimate ? { set: { is_estimate: true } } : {}),
    add: {
      model_calls: 1,
      input_tokens: input,
      cache_read_tokens: cacheRead,
      cache_write_tokens: cacheWrite,
      output_tokens: output,
      model_cost: result.cost ?? 0n,
    },
  });
  return [certain({ Update: { TableName: usage, Key: { owner_id: row.owner_id, usage_key }, ...change } })];
}

const HOUR = 3_600_000;
const noTask = {
  cpu_units: 0,
  memory_megabytes: 0,
  architecture: 'X86_64',
  capacity: 'on_demand',
  gigabytes: 0,
} as const;

function keyOf({ owner_id, call_id }: Place) {
  return { owner_id, call_id };
}
