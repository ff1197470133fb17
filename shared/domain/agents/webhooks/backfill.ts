import { log } from '../../../platform/log.ts';
import { type EventLog, logOf } from '../../conversations/events/event.ts';
import {
  ConversationDeletedError,
  type EventReader,
  type EventWriter,
} from '../../conversations/events/event-store.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import { isIn } from '../../conversations/record/conversation-homes.ts';
import { type ConversationStore, conversationsIn } from '../../conversations/record/conversation-store.ts';
import { hasLivingAgent } from '../../sandboxes/record/conditions.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';
import type { SandboxStore } from '../../sandboxes/store/sandbox-store.ts';
import type { AgentConversation, AgentHistories, AgentHistoryPage } from './agent-histories.ts';
import { bringTitle, type TitleDeps } from './bring-title.ts';
import { sizeOf } from './delivery-limits.ts';
import { type IngestDeps, ingestHook, keepEvents } from './ingest.ts';

export interface BackfillDeps extends FetchDeps, TitleDeps {
  readonly events: FetchDeps['events'];
  readonly conversations: Pick<ConversationStore, 'find' | 'list'>;
  readonly sandboxes: Pick<SandboxStore, 'find'>;
}

export interface BackfillRun extends FetchRun {
  readonly holder: string;
}

/** In milliseconds, longer than agents hold back events: those arrive on their own and need no fetch. */
const DELIVERY = 4_000;

/** Fetches the missing events and titles of every conversation in a sandbox. @returns the number of new events */
export async function backfillSandbox(
  ownerId: string,
  sandboxId: string,
  run: BackfillRun,
  deps: BackfillDeps,
): Promise<number> {
  let added = 0;
  for await (const page of conversationsIn(ownerId, sandboxId, deps.conversations)) {
    for (const conversation of page) added += await backfillOne(conversation, run, false, deps);
    if (run.timeLeft() <= run.pageTime) break;
  }
  return added;
}

/** Fetches the missing events and the title of one conversation. @returns the number of new events */
export async function backfillConversation(
  ownerId: string,
  conversationId: string,
  run: BackfillRun,
  deps: BackfillDeps,
): Promise<number> {
  const conversation = await deps.conversations.find(ownerId, conversationId);
  return conversation ? backfillOne(conversation, run, true, deps) : 0;
}

async function backfillOne(
  conversation: Conversation,
  run: BackfillRun,
  waits: boolean,
  deps: BackfillDeps,
): Promise<number> {
  const sandbox = await deps.sandboxes.find(conversation.owner_id, conversation.sandbox_id);
  if (!sandbox || !isIn(sandbox, conversation) || !hasLivingAgent(sandbox)) return 0;
  const added = await fillGap(conversation, sandbox, run, deps);
  if (apiStatus(sandbox) === 'RUNNING') await bringTitle(conversation, sandbox, { holder: run.holder, waits }, deps);
  return added;
}

async function fillGap(
  conversation: Conversation,
  sandbox: Sandbox,
  run: BackfillRun,
  deps: BackfillDeps,
): Promise<number> {
  const eventLog = logOf(conversation);
  if (!(await hasGap(eventLog, sandbox, deps))) return 0;
  await deps.pause(DELIVERY);
  if (!(await hasGap(eventLog, sandbox, deps))) return 0;
  const until = new Date(deps.now().getTime() + run.timeLeft());
  // Any lease holder fetches the same events.
  if (!(await deps.leases.acquire(eventLog, 'backfill', run.holder, until))) return 0;
  try {
    return await fetchMissing(conversation, sandbox, run, deps);
  } catch (error) {
    if (!(error instanceof ConversationDeletedError)) throw error;
    return 0;
  } finally {
    await deps.leases.release(eventLog, 'backfill', run.holder);
  }
}

interface FetchDeps extends Omit<IngestDeps, 'events'> {
  readonly events: EventReader & EventWriter;
  readonly histories: AgentHistories;
}

/** The time of a worker that fetches events, in milliseconds. */
interface FetchRun {
  readonly timeLeft: () => number;
  /** Time limit of a page. With less time left, no page is fetched. */
  readonly pageTime: number;
}

/** Pages of one conversation that a run fetches. The next run finds the remaining gap and continues. */
const MAX_PAGES = 300;

/** Fetches missing events, newest first, until there is no gap. Clients miss the latest events most. */
async function fetchMissing(
  conversation: Conversation,
  sandbox: Sandbox,
  { timeLeft, pageTime }: FetchRun,
  deps: FetchDeps,
): Promise<number> {
  const eventLog = logOf(conversation);
  let after: string | null = null;
  let added = 0;
  for (let pages = 0; pages < MAX_PAGES && timeLeft() > pageTime; pages += 1) {
    const page: AgentHistoryPage = await deps.histories.page(sandbox, eventLog.agentConversationId, after);
    const ids = page.events.map(({ id }) => id);
    const missing = new Set(await deps.events.missing(eventLog, ids));
    // In the order of arrival, which orders events with the same time.
    const events = page.events.filter(({ id }) => missing.has(id)).toReversed();
    if (events.length > 0) {
      await deps.deliveries.count(sandbox, { bytes: sizeOf(events), events: events.length });
      added += await keepEvents(conversation, events, deps);
    }
    after = page.next;
    if (after === null || (events.length > 0 && !(await hasGap(eventLog, sandbox, deps)))) break;
  }
  const { owner_id, conversation_id } = conversation;
  log.info('backfill stored missing events', { owner_id, conversation_id, added });
  return added;
}

/** Whether the agent has more events than the service. False if the agent does not respond: no gap could be filled. */
async function hasGap(eventLog: EventLog, sandbox: Sandbox, deps: FetchDeps): Promise<boolean> {
  const [reported, { inAgentLog: kept }] = await Promise.all([
    deps.histories.count(sandbox, eventLog.agentConversationId),
    deps.events.tally(eventLog),
  ]);
  return reported !== undefined && reported > kept;
}

/**
 * Fetches what an agent has not delivered before its task is stopped: the missing events and the state of each
 * conversation, as no event contains its costs. Takes no lease: the agent is about to end for every worker, and an
 * event that two workers store is kept once.
 *
 * @throws when the agent does not list its conversations; the failure of a single conversation is logged
 */
export async function lastLook(sandbox: Sandbox, run: FetchRun, deps: FetchDeps): Promise<void> {
  if (!hasLivingAgent(sandbox)) return;
  const conversations = await deps.histories.conversations(sandbox);
  await Promise.all(conversations.map((conversation) => lookAt(conversation, sandbox, run, deps)));
}

async function lookAt(reported: AgentConversation, sandbox: Sandbox, run: FetchRun, deps: FetchDeps): Promise<void> {
  const { owner_id, sandbox_id } = sandbox;
  try {
    const conversation = await ingestHook(sandbox, reported, deps);
    if (conversation && (await hasGap(logOf(conversation), sandbox, deps)))
      await fetchMissing(conversation, sandbox, run, deps);
  } catch (error) {
    if (error instanceof ConversationDeletedError) return;
    log.warn('last look at a conversation failed', { owner_id, sandbox_id, agent_id: reported.id, error });
  }
}
