import * as z from 'zod';

/** No honest figure comes near the limits of DynamoDB's numbers. */
const amount = z
  .number()
  .nonnegative()
  .max(1e12)
  .refine((value) => value === 0 || value > 1e-100);
const tokens = amount.default(0);

const TokenUsage = z.object({
  model: z.string().max(500).default(''),
  prompt_tokens: tokens,
  completion_tokens: tokens,
  cache_read_tokens: tokens,
  cache_write_tokens: tokens,
  reasoning_tokens: tokens,
  context_window: tokens,
  per_turn_token: tokens,
  response_id: z.string().max(500).default(''),
});
type TokenUsage = z.infer<typeof TokenUsage>;

/** Token usage and cost of a conversation's language models, in US dollars. Lists of single calls are left out. */
export const Metrics = z.object({
  model_name: z.string().max(500).default('default'),
  accumulated_cost: amount.default(0),
  max_budget_per_task: amount.nullable().default(null),
  accumulated_token_usage: TokenUsage.nullable().default(null),
});
export type Metrics = z.infer<typeof Metrics>;

const Stats = z.object({ usage_to_metrics: z.record(z.string(), Metrics) });

/** The sum of an agent's statistics for each model; undefined when there is none or it cannot be read. */
export function metricsOfStats(stats: unknown): Metrics | undefined {
  const parsed = Stats.safeParse(stats);
  if (!parsed.success) return undefined;
  const { agent, ...others } = parsed.data.usage_to_metrics;
  const all = [...(agent ? [agent] : []), ...Object.values(others)];
  return all.length === 0 ? undefined : all.reduce(sum);
}

/** Metrics as an answer shows them. */
export function metricsView(metrics: Metrics): Metrics {
  const { accumulated_token_usage: usage } = metrics;
  return {
    model_name: metrics.model_name,
    accumulated_cost: metrics.accumulated_cost,
    max_budget_per_task: metrics.max_budget_per_task,
    accumulated_token_usage: usage && {
      model: usage.model,
      prompt_tokens: usage.prompt_tokens,
      completion_tokens: usage.completion_tokens,
      cache_read_tokens: usage.cache_read_tokens,
      cache_write_tokens: usage.cache_write_tokens,
      reasoning_tokens: usage.reasoning_tokens,
      context_window: usage.context_window,
      per_turn_token: usage.per_turn_token,
      response_id: usage.response_id,
    },
  };
}

/** The names are the first one's, which is the agent's own model where it has one. */
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
