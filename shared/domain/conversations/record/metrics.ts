import * as z from 'zod';
import { asLine } from '../../../contract/shapes/text.ts';

/** Stays within the limits of DynamoDB's numbers. */
const amount = z
  .number()
  .nonnegative()
  .max(1e12)
  .refine((value) => value === 0 || value > 1e-100);
const name = z.string().max(500).overwrite(asLine);

const tokens = amount.default(0);

const TokenUsage = z.object({
  model: name.default(''),
  prompt_tokens: tokens,
  completion_tokens: tokens,
  cache_read_tokens: tokens,
  cache_write_tokens: tokens,
  reasoning_tokens: tokens,
  context_window: tokens,
  per_turn_token: tokens,
  response_id: name.default(''),
});
type TokenUsage = z.infer<typeof TokenUsage>;

/** Token usage and cost in US dollars of a conversation's language models, without the lists of single calls. */
export const Metrics = z.object({
  model_name: name.default('default'),
  accumulated_cost: amount.default(0),
  max_budget_per_task: amount.nullable().default(null),
  accumulated_token_usage: TokenUsage.nullable().default(null),
});
export type Metrics = z.infer<typeof Metrics>;

const Stats = z.object({ usage_to_metrics: z.record(z.string(), Metrics) });

/** The sum of an agent's statistics per model; undefined if there are none or they are invalid. */
export function metricsOfStats(stats: unknown): Metrics | undefined {
  const parsed = Stats.safeParse(stats);
  if (!parsed.success) return undefined;
  const { agent, ...others } = parsed.data.usage_to_metrics;
  const all = [...(agent ? [agent] : []), ...Object.values(others)];
  // A sum can exceed the bounds that its parts keep.
  return all.length === 0 ? undefined : Metrics.safeParse(all.reduce(sum)).data;
}

/** Keeps the names of the first, which is the agent's own model if there is one. */
function sum(one: Metrics, other: Metrics): Metrics {
  return {
    ...one,
    accumulated_cost: one.accumulated_cost + other.accumulated_cost,
    max_budget_per_task: one.max_budget_per_task ?? other.max_budget_per_task,
    accumulated_token_usage: sumOfTokens(one.accumulated_token_usage, other.accumulated_token_usage),
  };
}

function sumOfTokens(one: TokenUsage | null, other: TokenUsage | null): TokenUsage | null {
  if (!one || !other) return one ?? other;
  return {
    ...one,
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    cache_read_tokens: one.cache_read_tokens + other.cache_read_tokens,
    cache_write_tokens: one.cache_write_tokens + other.cache_write_tokens,
    reasoning_tokens: one.reasoning_tokens + other.reasoning_tokens,
    context_window: Math.max(one.context_window, other.context_window),
  };
}
