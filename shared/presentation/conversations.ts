import type { components } from '../client/api-types.ts';

type Conversation = components['schemas']['AppConversation'];

/** What kind of news a status is. */
export type Tone = 'good' | 'warn' | 'bad' | 'info';

/** The status of a conversation for people. */
export interface StatusView {
  readonly label: string;
  readonly tone: Tone | 'plain';
  /** The value of the filter `status__eq` that finds it. */
  readonly state: State;
  /** Whether the status changes without an action of the user. */
  readonly isMoving?: true;
}

type State = components['schemas']['ConversationState'];

/** What the states are called in filters, in the order in which people look for them. */
export const stateWords: Readonly<Record<State, string>> = {
  running: 'Working',
  waiting: 'Waiting for confirmation',
  ready: 'Ready',
  starting: 'Starting',
  paused: 'Paused',
  failed: 'Failed',
  missing: 'No sandbox',
};

type Statuses = Pick<Conversation, 'sandbox_status' | 'execution_status' | 'status_detail'> &
  Partial<Pick<Conversation, 'waits_for'>>;

type Execution = NonNullable<Conversation['execution_status']>;

const executions: Readonly<Record<Execution, StatusView>> = {
  running: { label: 'Working', tone: 'good', state: 'running', isMoving: true },
  idle: { label: 'Ready', tone: 'good', state: 'ready' },
  finished: { label: 'Finished', tone: 'good', state: 'ready' },
  paused: { label: 'Agent stopped', tone: 'plain', state: 'ready' },
  waiting_for_confirmation: { label: 'Waiting for confirmation', tone: 'warn', state: 'waiting' },
  error: { label: 'Agent failed', tone: 'bad', state: 'failed' },
  stuck: { label: 'Stuck', tone: 'warn', state: 'failed' },
  deleting: { label: 'Deleting', tone: 'plain', state: 'missing', isMoving: true },
};

const starting: StatusView = { label: 'Starting', tone: 'info', state: 'starting', isMoving: true };

/** Combines the statuses of sandbox and agent: that of the sandbox, unless the sandbox is running. */
export function statusOf(conversation: Statuses): StatusView {
  const status = reportedStatus(conversation);
  if (!waitsForBudget(conversation)) return status;
  const label = conversation.sandbox_status === 'PAUSED' ? 'Paused at a budget' : 'Waiting for budget';
  return { label, tone: 'warn', state: status.state };
}

function reportedStatus(conversation: Statuses): StatusView {
  const { sandbox_status: sandbox, execution_status: execution } = conversation;
  if (execution === 'deleting') return executions.deleting;
  if (hasNeverStarted(conversation)) return { label: 'Start failed', tone: 'bad', state: 'failed' };
  switch (sandbox) {
    case 'RUNNING':
      return execution === null ? starting : executions[execution];
    case 'STARTING':
      return starting;
    case 'PAUSED':
      // A failure stays findable after the pause for inactivity that follows it.
      return execution === 'error' || execution === 'stuck'
        ? { label: 'Paused after a failure', tone: 'bad', state: 'failed' }
        : { label: 'Paused', tone: 'plain', state: 'paused' };
    case 'ERROR':
      return { label: 'Sandbox failed', tone: 'bad', state: 'failed' };
    case 'MISSING':
      return { label: 'No sandbox', tone: 'plain', state: 'missing' };
  }
}

/** Whether the start failed; the reason is in `status_detail`. */
export function hasNeverStarted({ execution_status, status_detail }: Omit<Statuses, 'sandbox_status'>): boolean {
  return execution_status === 'error' && status_detail !== null;
}

/** Whether a budget ended the run of its agent, which goes on once that has room. */
export function waitsForBudget({ sandbox_status: sandbox, execution_status: execution, waits_for }: Statuses): boolean {
  const isAtWork = execution === null || execution === 'running' || execution === 'deleting';
  return waits_for === 'budget' && ((sandbox === 'RUNNING' && !isAtWork) || sandbox === 'PAUSED');
}

/** Whether the status can change without an action of the user. */
export function isInMotion(conversation: Statuses): boolean {
  return statusOf(conversation).isMoving === true;
}

/** Cost and usage of a conversation, as its agent reports them. */
export interface MetricsView {
  /** Cost of the language model in US dollars. */
  readonly modelCost?: number | undefined;
  /** Cost of the sandbox in US dollars. */
  readonly sandboxCost?: number | undefined;
  /** Tokens by their use, in the order of the table. */
  readonly tokens: readonly { readonly label: string; readonly count: number }[];
}

const tokenLabels = {
  prompt_tokens: 'Input tokens',
  completion_tokens: 'Output tokens',
  cache_read_tokens: 'Cache read tokens',
  cache_write_tokens: 'Cache write tokens',
  reasoning_tokens: 'Reasoning tokens',
} as const;

/** Reads the metrics of an agent, in which any field can be missing. */
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

/** Total cost of a conversation in US dollars; undefined when unknown. */
export function totalCost(conversation: Pick<Conversation, 'metrics'>): number | undefined {
  const { modelCost, sandboxCost } = metricsOf(conversation);
  return modelCost === undefined && sandboxCost === undefined ? undefined : (modelCost ?? 0) + (sandboxCost ?? 0);
}

function amount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
