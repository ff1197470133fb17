import type * as z from 'zod';
import { isFor, onlyFor } from '../../../contract/endpoint/audience.ts';
import type { Caller } from '../../../contract/endpoint/caller.ts';
import { EXAMINED, type getOverview, RECENT } from '../../../contract/service/overview.ts';
import { lineagesOf } from '../../../contract/shapes/lineages.ts';
import { holds, type Scope } from '../../../contract/shapes/scopes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { OwnerAccounts } from '../../billing/budgets/account.ts';
import { accountLimits } from '../../billing/budgets/account-limits.ts';
import type { StageLimits } from '../../billing/budgets/start-rules.ts';
import type { ApiCallCounts } from '../../billing/usage/dynamo-api-call-counts.ts';
import type { PriceList } from '../../billing/usage/prices.ts';
import { reportOf } from '../../billing/usage/report.ts';
import { TooMuchUsageError, type UsageLedger } from '../../billing/usage/usage-ledger.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import type { ConversationStore } from '../../conversations/record/conversation-store.ts';
import { appConversationViews, type ViewDeps } from '../../conversations/record/conversation-view.ts';
import type { StartTask } from '../../conversations/start/task/start-task.ts';
import type { StartTaskStore } from '../../conversations/start/task/start-task-store.ts';
import { visibleStartTasks } from '../../conversations/start/task/visible-start-tasks.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';
import type { SandboxStore } from '../../sandboxes/store/sandbox-store.ts';
import { newSandboxView } from '../../sandboxes/view/sandbox-view.ts';

export interface OverviewDeps extends Pick<ViewDeps, 'keys' | 'reports'> {
  readonly sandboxes: Pick<SandboxStore, 'list' | 'findMany'>;
  readonly conversations: Pick<ConversationStore, 'list' | 'findMany'>;
  readonly startTasks: Pick<StartTaskStore, 'newest'>;
  readonly accounts: Pick<OwnerAccounts, 'account'>;
  readonly ledger: Pick<UsageLedger, 'intervals'>;
  readonly calls: ApiCallCounts;
  readonly prices: PriceList;
  /** The default limit of concurrent sandboxes. */
  readonly stageLimits: StageLimits;
  readonly now: Clock;
}

type Overview = z.input<typeof getOverview.success.body>;
type Unavailable = Overview['unavailable'][number];

const DAY_MS = 86_400_000;

/** How many days before today have their costs. */
const DAYS = 30;

/** How many days of starts are examined by default. */
const START_DAYS = 7;

const neededScopes = {
  sandboxes: 'sandboxes:read',
  conversations: 'conversations:read',
  starts: 'conversations:read',
  usage: 'usage:read',
} as const satisfies Readonly<Record<Unavailable['part'], Scope>>;

/** The parts of the overview that the caller can read. The reads run at the same time. */
export async function buildOverview(
  caller: Caller,
  startsFrom: string | undefined,
  deps: OverviewDeps,
): Promise<Overview> {
  const { ownerId, scopes } = caller;
  const now = deps.now();
  const visibleTo = onlyFor(caller);
  const can = (part: Unavailable['part']) => holds(scopes, neededScopes[part]);
  const [sandboxes, begun, newest, usage, account] = await Promise.all([
    can('sandboxes') ? deps.sandboxes.list(ownerId, EXAMINED, null, { visibleTo }) : null,
    can('starts') ? deps.startTasks.newest(ownerId, startsFrom ?? dayBegin(now, START_DAYS), EXAMINED) : null,
    can('conversations')
      ? deps.conversations.list(ownerId, { includeSubConversations: false, visibleTo }, EXAMINED, null)
      : null,
    can('usage') ? costByDay(ownerId, now, deps) : null,
    deps.accounts.account(ownerId),
  ]);
  const starts = begun && { ...begun, items: await seenStarts(caller, begun.items, deps) };
  const shown = sandboxes?.items.filter((sandbox) => shownStatuses.includes(apiStatus(sandbox))) ?? [];
  const failed = failedIds(starts?.items ?? []);
  return {
    sandboxes: sandboxes && { items: shown.map(newSandboxView), is_complete: sandboxes.next === null },
    conversations: newest && (await conversationsOf(caller, newest.items, shown, failed, deps)),
    starts: starts && { items: starts.items.map(startView), is_complete: starts.next === null },
    usage: usage === 'too_much_usage' ? null : usage,
    limits: accountLimits(account, lineagesOf(caller), deps.stageLimits, now),
    unavailable: [
      ...parts
        .filter((part) => !can(part))
        .map((part) => ({ part, code: 'insufficient_scope' as const, required_scope: neededScopes[part] })),
      ...(usage === 'too_much_usage' ? [{ part: 'usage' as const, code: usage, required_scope: null }] : []),
    ],
  };
}

const parts = ['sandboxes', 'conversations', 'starts', 'usage'] as const;

const shownStatuses: readonly string[] = ['STARTING', 'RUNNING', 'ERROR'];

/** Those of conversations that the caller sees. */
async function seenStarts(caller: Caller, tasks: readonly StartTask[], { conversations }: OverviewDeps) {
  const matching = visibleStartTasks(caller.ownerId, onlyFor(caller), conversations);
  return matching && tasks.length > 0 ? [...(await matching(tasks))] : tasks;
}

/** Without the request, which is most of a start. */
function startView({ start_task_id: id, status, detail, conversation_id, sandbox_id, ...times }: StartTask) {
  const { created_at, updated_at } = times;
  return { id, status, detail, conversation_id, sandbox_id, created_at, updated_at };
}

/** The most conversations of failed starts. Clients show fewer, as some are deleted. */
const MOST_FAILED = 30;

/** The conversations whose last start failed, newest first. */
function failedIds(starts: readonly StartTask[]): readonly string[] {
  const last = new Map<string, StartTask>();
  for (const task of starts) if (!last.has(task.conversation_id)) last.set(task.conversation_id, task);
  return [...last.values()]
    .filter(({ status }) => status === 'ERROR')
    .slice(0, MOST_FAILED)
    .map(({ conversation_id: id }) => id);
}

/** The most sandboxes whose conversations are shown. */
const MOST_SANDBOXES = 20;

async function conversationsOf(
  caller: Caller,
  newest: readonly Conversation[],
  sandboxes: readonly Sandbox[],
  failed: readonly string[],
  deps: OverviewDeps,
) {
  const { ownerId } = caller;
  const ids = new Set(sandboxes.slice(0, MOST_SANDBOXES).map(({ sandbox_id: id }) => id));
  const recent = newest.slice(0, RECENT);
  // A conversation and the sandbox that was started for it have the same id.
  const known = new Set(newest.map(({ conversation_id: id }) => id));
  const older = await deps.conversations.findMany(
    ownerId,
    [...new Set([...ids, ...failed])].filter((id) => !known.has(id)),
  );
  const seen = older.filter((one) => isFor(onlyFor(caller), one));
  const related = [...newest, ...seen].filter(
    ({ conversation_id: id, sandbox_id: sandbox }) => ids.has(sandbox) || failed.includes(id),
  );
  const all = [...new Set([...recent, ...related])];
  // Without scopes, no view shows a session key.
  const views = await appConversationViews({ ownerId, scopes: [] }, all, deps, byId(sandboxes));
  const viewOf = new Map(all.map((conversation, index) => [conversation, views[index]]));
  const viewsOf = (some: readonly Conversation[]) => some.flatMap((one) => viewOf.get(one) ?? []);
  return { recent: viewsOf(recent), related: viewsOf(related) };
}

const byId = (sandboxes: readonly Sandbox[]) => new Map(sandboxes.map((sandbox) => [sandbox.sandbox_id, sandbox]));

/** Rounded, so that the response stays the same while nothing happens. */
async function costByDay(ownerId: string, now: Date, { ledger, calls, prices }: OverviewDeps) {
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString();
  const before = dayBegin(now, DAYS);
  const span = { from: before < month ? before : month, to: now.toISOString() };
  try {
    const [rows, counts] = await Promise.all([ledger.intervals(ownerId, span, now), calls.of(ownerId, span)]);
    const { groups } = reportOf(rows, counts, { span, groupBy: 'day', tables: prices.tables });
    const days = groups.map(({ group, microUsd }) => ({
      day: group ?? '',
      cost_usd: Math.round(microUsd / 100) / 1e4,
    }));
    return { currency: 'USD' as const, days };
  } catch (error) {
    if (error instanceof TooMuchUsageError) return 'too_much_usage' as const;
    throw error;
  }
}

/** The beginning of the day in UTC, some days ago. */
function dayBegin(now: Date, daysAgo: number): string {
  return new Date(Math.floor(now.getTime() / DAY_MS - daysAgo) * DAY_MS).toISOString();
}
