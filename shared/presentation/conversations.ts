import type { components } from '../client/api-types.ts';

type Conversation = components['schemas']['AppConversation'];

/** What kind of news a status is. */
export type Tone = 'good' | 'warn' | 'bad' | 'info';

/** What a conversation does, in one word for people. */
export interface StatusView {
  readonly label: string;
  readonly tone: Tone | 'plain';
  /** Whether it goes on by itself. */
  readonly isMoving?: true;
}

type Execution = NonNullable<Conversation['execution_status']>;

const executions: Readonly<Record<Execution, StatusView>> = {
  running: { label: 'Working', tone: 'good', isMoving: true },
  idle: { label: 'Ready', tone: 'good' },
  finished: { label: 'Finished', tone: 'good' },
  paused: { label: 'Agent stopped', tone: 'plain' },
  waiting_for_confirmation: { label: 'Waiting for confirmation', tone: 'warn' },
  error: { label: 'Agent failed', tone: 'bad' },
  stuck: { label: 'Stuck', tone: 'warn' },
  deleting: { label: 'Deleting', tone: 'plain', isMoving: true },
};

/** Makes one status of that of the sandbox and that of the agent: the sandbox has the say unless it runs. */
export function statusOf(conversation: Conversation): StatusView {
  const { sandbox_status: sandbox, execution_status: execution } = conversation;
  if (execution === 'deleting') return executions.deleting;
  if (hasNeverStarted(conversation)) return { label: 'Start failed', tone: 'bad' };
  switch (sandbox) {
    case 'RUNNING':
      return execution === null ? { label: 'Starting', tone: 'info', isMoving: true } : executions[execution];
    case 'STARTING':
      return { label: 'Starting', tone: 'info', isMoving: true };
    case 'PAUSED':
      return { label: 'Paused', tone: 'plain' };
    case 'ERROR':
      return { label: 'Sandbox failed', tone: 'bad' };
    case 'MISSING':
      return { label: 'No sandbox', tone: 'plain' };
  }
}

/** Whether its start failed; the reason is in `status_detail`. */
export function hasNeverStarted({ execution_status, status_detail }: Conversation): boolean {
  return execution_status === 'error' && status_detail !== null;
}

/** Whether its status may change by itself any moment. */
export function isInMotion(conversation: Conversation): boolean {
  return statusOf(conversation).isMoving === true;
}

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
