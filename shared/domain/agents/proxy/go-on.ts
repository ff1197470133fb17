import { hasRoom, type RoomDeps } from '../../broker/waits/budget-room.ts';
import type { BudgetWaits } from '../../broker/waits/budget-waits.ts';
import { agentOf } from '../../conversations/agent/reach-agent.ts';
import { type Conversation, waitsAtBudget } from '../../conversations/record/conversation.ts';
import { sandboxOf } from '../../conversations/record/conversation-homes.ts';
import { askAgent } from '../../sandboxes/agent/ask-agent.ts';
import type { SandboxKeys } from '../../sandboxes/agent/keys.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';
import { orLogged } from './send-model.ts';

export interface GoOnDeps {
  readonly keys: SandboxKeys;
  readonly room: RoomDeps;
  readonly waits: BudgetWaits;
}

/** Runs that the service repeats before it waits for a message: each that is refused leaves an error in the history. */
const MAX_RUNS = 3;

/**
 * Repeats the run of a conversation that waits at a budget, once the budget has room.
 *
 * @param found the sandbox with the conversation's `sandbox_id`
 * @returns whether the conversation still waits, and a later call can repeat its run
 */
export async function goOn(conversation: Conversation, found: Sandbox | undefined, deps: GoOnDeps): Promise<boolean> {
  if (!waitsAtBudget(conversation) || (conversation.waits_runs ?? 0) >= MAX_RUNS) return false;
  const sandbox = sandboxOf(conversation, found);
  // A resume looks again.
  if (!sandbox || apiStatus(sandbox) !== 'RUNNING') return false;
  if (!(await hasRoom(conversation, sandbox, deps.room))) return true;
  if (!(await deps.waits.countRun(conversation))) return true;
  await orLogged(conversation, async () => {
    const agent = await agentOf(conversation, sandbox, deps.keys);
    await askAgent(agent, { method: 'POST', path: `${agent.path}/run` });
  });
  return true;
}
