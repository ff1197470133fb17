import { log } from '../../platform/log.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import { sandboxOf } from '../conversations/sandbox-of.ts';
import type { EventLog } from '../events/event.ts';
import {
  ConversationDeletedError,
  type EventLeases,
  type EventReader,
  type EventWriter,
} from '../events/event-store.ts';
import { logOf } from '../events/log-of.ts';
import type { Sandbox } from '../sandboxes/record/sandbox.ts';
import { apiStatus } from '../sandboxes/record/status.ts';
import type { SandboxStore } from '../sandboxes/store/sandbox-store.ts';
import type { AgentHistories } from './agent-histories.ts';
import { type IngestDeps, keepEvents } from './ingest.ts';

export interface BackfillDeps extends Omit<IngestDeps, 'events'> {
  readonly conversations: Pick<ConversationStore, 'find' | 'list'>;
  readonly sandboxes: Pick<SandboxStore, 'find'>;
  readonly events: EventReader & EventWriter;
  readonly leases: EventLeases;
  readonly histories: AgentHistories;
  /** Waits so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** One run of the worker. */
export interface BackfillRun {
  readonly holder: string;
  /** How many milliseconds are left. */
  readonly timeLeft: () => number;
}

/** Milliseconds: longer than agents hold back events, which are on their way and need no fetch. */
const DELIVERY = 4_000;

/** How many pages of one conversation one run fetches: the next run continues, as it finds the same gap. */
const MAX_PAGES = 300;

/** The time of a page, in milliseconds. */
const PAGE_TIME = 20_000;

/** How many conversations of one sandbox a run checks, the newest first. */
const MAX_CONVERSATIONS = 500;

/** Fetches the missing events of every conversation in a sandbox. */
export async function backfillSandbox(
  ownerId: string,
  sandboxId: string,
  run: BackfillRun,
  deps: BackfillDeps,
): Promise<void> {
  let after: string | null = null;
  let seen = 0;
  do {
    const filter = { sandboxId, includeSubConversations: true };
    const page: Awaited<ReturnType<ConversationStore['list']>> = await deps.conversations.list(
      ownerId,
      filter,
      100,
      after,
    );
    for (const conversation of page.items) await backfillOne(conversation, run, deps);
    seen += page.items.length;
    after = page.next;
  } while (after !== null && seen < MAX_CONVERSATIONS && run.timeLeft() > PAGE_TIME);
}

/** Fetches the missing events of one conversation. */
export async function backfillConversation(
  ownerId: string,
  conversationId: string,
  run: BackfillRun,
  deps: BackfillDeps,
): Promise<void> {
  const conversation = await deps.conversations.find(ownerId, conversationId);
  if (conversation) await backfillOne(conversation, run, deps);
}

async function backfillOne(conversation: Conversation, run: BackfillRun, deps: BackfillDeps): Promise<void> {
  const sandbox = sandboxOf(conversation, await deps.sandboxes.find(conversation.owner_id, conversation.sandbox_id));
  if (!sandbox || apiStatus(sandbox) !== 'RUNNING') return;
  const eventLog = logOf(conversation);
  if (!(await hasGap(eventLog, sandbox, deps))) return;
  await deps.pause(DELIVERY);
  if (!(await hasGap(eventLog, sandbox, deps))) return;
  const until = new Date(deps.now().getTime() + run.timeLeft());
  // Any lease holder fetches the same events.
  if (!(await deps.leases.acquire(eventLog, 'backfill', run.holder, until))) return;
  try {
    await fetchMissing(conversation, eventLog, sandbox, run, deps);
  } catch (error) {
    if (!(error instanceof ConversationDeletedError)) throw error;
  } finally {
    await deps.leases.release(eventLog, 'backfill', run.holder);
  }
}

/** The newest first, as clients miss the latest events most, and only as far as there is a gap. */
async function fetchMissing(
  conversation: Conversation,
  eventLog: EventLog,
  sandbox: Sandbox,
  { timeLeft }: BackfillRun,
  deps: BackfillDeps,
): Promise<void> {
  let after: string | null = null;
  let added = 0;
  for (let pages = 0; pages < MAX_PAGES && timeLeft() > PAGE_TIME; pages += 1) {
    const page: Awaited<ReturnType<AgentHistories['page']>> = await deps.histories.page(
      sandbox,
      eventLog.agentConversationId,
      after,
    );
    const missing = new Set(
      await deps.events.missing(
        eventLog,
        page.events.map(({ id }) => id),
      ),
    );
    // In the order of arrival, which sorts events of the same time.
    const events = page.events.filter(({ id }) => missing.has(id)).toReversed();
    if (events.length > 0) added += await keepEvents(conversation, events, deps);
    after = page.next;
    if (after === null || (events.length > 0 && !(await hasGap(eventLog, sandbox, deps)))) break;
  }
  const { owner_id, conversation_id } = conversation;
  log.info('backfill stored missing events', { owner_id, conversation_id, added });
}

/** Whether the agent has more events than the history. If it does not report its count, no gap could be filled now. */
async function hasGap(eventLog: EventLog, sandbox: Sandbox, deps: BackfillDeps): Promise<boolean> {
  const [reported, { inAgentLog: kept }] = await Promise.all([
    deps.histories.count(sandbox, eventLog.agentConversationId),
    deps.events.tally(eventLog),
  ]);
  return reported !== undefined && reported > kept;
}
