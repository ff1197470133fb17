import type { Conversation } from '../../api/shapes.ts';

/** What a conversation has cost and used so far, as far as its agent says. */
export interface MetricsView {
  /** What the language model has cost, in US dollars. */
  readonly modelCost?: number | undefined;
  /** What the sandbox has cost, in US dollars. */
  readonly sandboxCost?: number | undefined;
  /** Tokens by what they were used for, in the order in which people read them. */
  readonly tokens: readonly { readonly label: string; readonly count: number }[];
}

const tokenLabels = {
  prompt_tokens: 'Input tokens',
  completion_tokens: 'Output tokens',
  cache_read_tokens: 'Read from the cache',
  cache_write_tokens: 'Written to the cache',
  reasoning_tokens: 'Reasoning tokens',
} as const;

/** Reads metrics, which agents report and which may lack anything. */
export function metricsOf({ metrics }: Pick<Conversation, 'metrics'>): MetricsView {
  const usage = metrics?.accumulated_token_usage;
  const counts = typeof usage === 'object' && usage !== null ? Object.entries(usage) : [];
  const byName = new Map(counts);
  return {
    modelCost: amount(metrics?.accumulated_cost),
    sandboxCost: amount(metrics?.sandbox_cost_usd),
    tokens: Object.entries(tokenLabels).flatMap(([name, label]) => {
      const count = amount(byName.get(name));
      return count === undefined || (count === 0 && name !== 'prompt_tokens') ? [] : [{ label, count }];
    }),
  };
}

/** All that a conversation has cost, in US dollars; undefined where that is not known. */
export function totalCost(conversation: Pick<Conversation, 'metrics'>): number | undefined {
  const { modelCost, sandboxCost } = metricsOf(conversation);
  return modelCost === undefined && sandboxCost === undefined ? undefined : (modelCost ?? 0) + (sandboxCost ?? 0);
}

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
