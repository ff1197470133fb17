import type { ModelCallRow } from './model-call-row.ts';

const PLACES = 12;

/** A call as its owner sees it. */
export function modelCallView(row: ModelCallRow) {
  return {
    id: row.call_id,
    conversation_id: row.conversation_id,
    sandbox_id: row.sandbox_id,
    key_id: row.api_key_id,
    interface: row.interface,
    model: row.model,
    profile: row.profile,
    status: row.status,
    http_status: row.http_status,
    started_at: row.started_at,
    ended_at: row.ended_at,
    input_tokens: row.input_tokens,
    cache_read_tokens: row.cache_read_tokens,
    cache_write_tokens: row.cache_write_tokens,
    output_tokens: row.output_tokens,
    cost_usd: row.cost === null ? null : usdOf(row.cost),
    is_estimate: row.is_estimate,
  };
}

/** Exact, as text. */
function usdOf(picoUsd: number | bigint): string {
  const digits = String(picoUsd).padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}
