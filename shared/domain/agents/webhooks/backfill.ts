import { logOf } from '../../conversations/events/event.ts';
import { ConversationDeletedError } from '../../conversations/events/event-store.ts';
import type { Conversation } from '../../conversations/record/conversation.ts';
import { isIn } from '../../conversations/record/conversation-homes.ts';
import { type ConversationStore, conversationsIn } from '../../conversations/record/conversation-store.ts';
import { hasLivingAgent } from '../../sandboxes/record/conditions.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';
import type { SandboxStore } from '../../sandboxes/store/sandbox-store.ts';
import { bringTitle, type TitleDeps } from './bring-title.ts';
import { type FetchDeps, type FetchRun, fetchMissing, hasGap } from './fetch-missing.ts';

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

/** Fetches the missing events and titles of every conversation in a sandbox. */
export async function backfillSandbox(
  ownerId: string,
  sandboxId: string,
  run: BackfillRun,
  deps: BackfillDeps,
): Promise<void> {
  for await (const page of conversationsIn(ownerId, sandboxId, deps.conversations)) {
    for (const conversation of page) await backfillOne(conversation, run, false, deps);
    if (run.timeLeft() <= run.pageTime) return;
  }
}

/** Fetches the missing events and the title of one conversation. */
export async function backfillConversation(
  ownerId: string,
  conversationId: string,
  run: BackfillRun,
  deps: BackfillDeps,
): Promise<void> {
  const conversation = await deps.conversations.find(ownerId, conversationId);
  if (conversation) await backfillOne(conversation, run, true, deps);
}

async function backfillOne(
  conversation: Conversation,
  run: BackfillRun,
  waits: boolean,
  deps: BackfillDeps,
): Promise<void> {
  const sandbox = await deps.sandboxes.find(conversation.owner_id, conversation.sandbox_id);
  if (!sandbox || !isIn(sandbox, conversation) || !hasLivingAgent(sandbox)) return;
  await fillGap(conversation, sandbox, run, deps);
  if (apiStatus(sandbox) === 'RUNNING') await bringTitle(conversation, sandbox, { holder: run.holder, waits }, deps);
}

async function fillGap(
  conversation: Conversation,
  sandbox: Sandbox,
  run: BackfillRun,
  deps: BackfillDeps,
): Promise<void> {
  const eventLog = logOf(conversation);
  if (!(await hasGap(eventLog, sandbox, deps))) return;
  await deps.pause(DELIVERY);
  if (!(await hasGap(eventLog, sandbox, deps))) return;
  const until = new Date(deps.now().getTime() + run.timeLeft());
  // Any lease holder fetches the same events.
  if (!(await deps.leases.acquire(eventLog, 'backfill', run.holder, until))) return;
  try {
    await fetchMissing(conversation, sandbox, run, deps);
  } catch (error) {
    if (!(error instanceof ConversationDeletedError)) throw error;
  } finally {
    await deps.leases.release(eventLog, 'backfill', run.holder);
  }
}
