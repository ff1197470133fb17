import { log } from '../../../platform/log.ts';
import { ConversationDeletedError } from '../../conversations/events/event-store.ts';
import { logOf } from '../../conversations/events/log-of.ts';
import { hasLivingAgent } from '../../sandboxes/record/conditions.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { AgentConversation } from './agent-histories.ts';
import { type FetchDeps, type FetchRun, fetchMissing, hasGap } from './fetch-missing.ts';
import { ingestHook } from './ingest.ts';

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
