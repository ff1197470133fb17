import { timestamp } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import { lineageIdsOf } from '../../billing/budgets/account.ts';
import { largestCost, type ModelPrice, microUsdUp } from '../prices/model-price.ts';
import type { NewModelCall } from './model-call.ts';
import type { ModelCallRow } from './model-call-row.ts';

/** The longest call: a function that streams ends after 15 minutes. */
const LONGEST_MS = 15 * 60_000;

/** A billion US dollars in micro-USD. */
const MOST_RESERVED = 1e15;

/** The row of a call that begins. The place and the budgets are decided with its admission. */
export function newCallRow(call: NewModelCall, price: ModelPrice | null, now: Date): ModelCallRow {
  const largest = price === null ? 0n : largestCost(price, call);
  return {
    owner_id: call.ownerId,
    call_id: newId(now),
    conversation_id: call.conversationId,
    sandbox_id: call.sandboxId,
    spec_id: call.specId,
    api_key_id: call.payer.api_key_id,
    lineages: [...lineageIdsOf(call.payer)],
    interface: call.interface,
    model: call.model,
    profile: call.profile,
    status: 'open',
    started_at: timestamp(now),
    ends_at: timestamp(new Date(now.getTime() + LONGEST_MS)),
    ended_at: null,
    ...{
      http_status: null,
      input_tokens: null,
      cache_read_tokens: null,
      cache_write_tokens: null,
      output_tokens: null,
    },
    cost: null,
    is_estimate: false,
    price,
    largest_cost: largest,
    // More than any budget: a row with a larger number could not be read any more.
    reserved_micro_usd: Math.min(microUsdUp(largest), MOST_RESERVED),
    budgets: [],
    place: 0,
  };
}
