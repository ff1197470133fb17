import { hasPart } from '../../../contract/shapes/ids.ts';
import type { Matching } from '../../../platform/paging.ts';
import { statusOf } from '../../../presentation/conversations.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';
import type { SandboxReader } from '../../sandboxes/store/sandbox-store.ts';
import { type Conversation, startError } from '../record/conversation.ts';
import { sandboxOf } from '../record/conversation-homes.ts';
import type { appConversationViews } from '../record/conversation-view.ts';
import { executionStatus } from '../record/live-status.ts';

type View = Awaited<ReturnType<typeof appConversationViews>>[number];
type Statuses = Pick<View, 'sandbox_status' | 'execution_status' | 'status_detail'>;

/** Filters that compare a part of the id, and statuses, which no column of a conversation holds. */
export interface StatusFilters {
  readonly id__contains?: string | undefined;
  readonly status__eq?: ReturnType<typeof statusOf>['state'] | undefined;
  readonly sandbox_status__eq?: Statuses['sandbox_status'] | undefined;
  readonly execution_status__eq?: Statuses['execution_status'] | undefined;
}

interface StatusMatching {
  readonly matching: Matching<Conversation>;
  /** The sandboxes that it has read, by id. */
  readonly known: ReadonlyMap<string, Sandbox>;
  /** Whether a conversation still matches with the status that its agent reports now. */
  readonly stillMatches: (view: View) => boolean;
}

/** Compares statuses as agents last reported them: asking the agents of 2,000 conversations would take too long. */
export function statusMatching(
  ownerId: string,
  filters: StatusFilters,
  sandboxes: Pick<SandboxReader, 'findMany'>,
): StatusMatching {
  const known = new Map<string, Sandbox>();
  const reported = new Map<string, Statuses>();
  const { id__contains: part } = filters;
  const matching: Matching<Conversation> = async (conversations) => {
    const named = conversations.filter(({ conversation_id: id }) => part === undefined || hasPart(id, part));
    if (!comparesStatuses(filters)) return new Set(named);
    const ids = named.map(({ sandbox_id: id }) => id).filter((id) => !known.has(id));
    for (const sandbox of await sandboxes.findMany(ownerId, ids)) known.set(sandbox.sandbox_id, sandbox);
    const found = named.filter((conversation) => {
      const statuses = reportedStatuses(conversation, sandboxOf(conversation, known.get(conversation.sandbox_id)));
      reported.set(conversation.conversation_id, statuses);
      return hasStatuses(filters, statuses);
    });
    return new Set(found);
  };
  const stillMatches = (view: View): boolean =>
    // The status of an agent that does not respond is the last that it reported.
    hasStatuses(filters, view.execution_status === null ? { ...view, ...reported.get(view.id) } : view);
  return { matching, known, stillMatches };
}

export function comparesStatuses(filters: StatusFilters): boolean {
  const { status__eq: state, sandbox_status__eq: sandbox, execution_status__eq: execution } = filters;
  return [state, sandbox, execution].some((filter) => filter !== undefined);
}

function hasStatuses(filters: StatusFilters, statuses: Statuses): boolean {
  const { status__eq: state, sandbox_status__eq: sandbox, execution_status__eq: execution } = filters;
  return (
    (state === undefined || statusOf(statuses).state === state) &&
    (sandbox === undefined || statuses.sandbox_status === sandbox) &&
    (execution === undefined || statuses.execution_status === execution)
  );
}

const nothingLive = { statuses: new Map(), absent: new Set<string>(), titles: new Map() };

/** The statuses of a conversation without asking its agent. */
export function reportedStatuses(conversation: Conversation, sandbox: Sandbox | undefined): Statuses {
  const status = sandbox ? apiStatus(sandbox) : 'MISSING';
  const last = conversation.execution_status ?? null;
  const execution = status === 'RUNNING' ? last : executionStatus(conversation, sandbox, nothingLive);
  const failure = startError(conversation, execution);
  return {
    sandbox_status: status,
    execution_status: failure === null ? execution : 'error',
    status_detail: failure,
  };
}
