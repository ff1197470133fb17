import { log } from '../../../platform/log.ts';
import { type EventLog, logOf } from '../../conversations/events/event.ts';
import {
  ConversationDeletedError,
  type EventReader,
  type EventWriter,
} from '../../conversations/events/event-store.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import { hasLivingAgent } from '../../sandboxes/record/conditions.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { AgentConversation, AgentHistories } from './agent-histories.ts';
import { type IngestDeps, ingestHook, keepEvents } from './ingest.ts';

export interface FetchDeps extends Omit<IngestDeps, 'events'> {
  readonly events: EventReader & EventWriter;
  readonly histories: AgentHistories;
}

/** The time of a worker that fetches events, in milliseconds. */
export interface FetchRun {
  /** How much is left. */
  readonly timeLeft: () => number;
  /** How much one page may take: with less left, none is begun. */
  readonly pageTime: number;
}

/** How many pages of one conversation one run fetches: the next run continues, as it finds the same gap. */
const MAX_PAGES = 300;

/** The newest first, as clients miss the latest events most, and only as far as there is a gap. */
export async function fetchMissing(
  conversation: Conversation,
  sandbox: Sandbox,
  { timeLeft, pageTime }: FetchRun,
  deps: FetchDeps,
): Promise<void> {
  const eventLog = logOf(conversation);
  let after: string | null = null;
  let added = 0;
  for (let pages = 0; pages < MAX_PAGES && timeLeft() > pageTime; pages += 1) {
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
export async function hasGap(eventLog: EventLog, sandbox: Sandbox, deps: FetchDeps): Promise<boolean> {
  const [reported, { inAgentLog: kept }] = await Promise.all([
    deps.histories.count(sandbox, eventLog.agentConversationId),
    deps.events.tally(eventLog),
  ]);
  return reported !== undefined && reported > kept;
}

/**
 * Takes over what an agent has and has not delivered, before its task is stopped: the state of each conversation, with
 * its costs, which no event on its disk repeats, and the missing events. It asks for no lease, as another worker that
 * holds it would lose its agent too: an event that both store is kept once.
 *
 * @throws when the agent does not name its conversations; a failure of one of these is logged
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
