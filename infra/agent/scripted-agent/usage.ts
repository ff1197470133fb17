import type { JsonObject } from '../base/json.ts';

/** The simulated model usage of a conversation, derived from the lengths of texts. */
export interface Usage {
  readonly calls: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly per_turn_token: number;
}

export const noUsage: Usage = { calls: 0, prompt_tokens: 0, completion_tokens: 0, per_turn_token: 0 };

const charactersPerToken = 4;
/** In dollars. */
const promptTokenPrice = 2.5e-6;
const completionTokenPrice = 1e-5;
const contextWindow = 128_000;

/** Adds one call of the model. */
export function usageAfter(usage: Usage, prompt: string, completion: string): Usage {
  const [asked, answered] = [tokensOf(prompt), tokensOf(completion)];
  return {
    calls: usage.calls + 1,
    prompt_tokens: usage.prompt_tokens + asked,
    completion_tokens: usage.completion_tokens + answered,
    per_turn_token: asked + answered,
  };
}

/** The usage in the form of the protocol. */
export function statsOf(usage: Usage, model: string | null): JsonObject {
  if (usage.calls === 0) return { usage_to_metrics: {} };
  const { prompt_tokens, completion_tokens, per_turn_token } = usage;
  const name = model ?? 'default';
  const tokens = {
    model: name,
    prompt_tokens,
    completion_tokens,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    context_window: contextWindow,
    per_turn_token,
    response_id: '',
  };
  const metrics = {
    model_name: name,
    accumulated_cost: Number((prompt_tokens * promptTokenPrice + completion_tokens * completionTokenPrice).toFixed(9)),
    max_budget_per_task: null,
    accumulated_token_usage: tokens,
  };
  return { usage_to_metrics: { default: metrics } };
}

function tokensOf(text: string): number {
  return Math.max(1, Math.ceil(text.length / charactersPerToken));
}
