import type { Clock } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import type { Agents } from '../agent/agents.ts';
import type { Tasks } from '../launch/tasks.ts';
import { stopSent } from '../lifecycle/changes.ts';
import { phaseFacts } from '../record/phases.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { type SandboxStore, saveIfUnchanged } from '../store/sandbox-store.ts';

export interface StopDeps {
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
  readonly tasks: Pick<Tasks, 'stop'>;
  readonly agents: Pick<Agents, 'prepareForPause'>;
  /** Fetches what the agent has not delivered. Limited in time. */
  readonly lastLook: (sandbox: Sandbox) => Promise<void>;
  readonly now: Clock;
}

/**
 * Lets the agent of a sandbox that is stopped or deleted write everything to disk and deliver it, fetches what it did
 * not deliver, and then stops the task. All of this is limited in time, and no failure prevents the stop. A late call,
 * or one for another generation, does nothing. If this worker dies, the reconciler stops the task when the lease ends.
 */
export async function stopSandbox(
  ownerId: string,
  sandboxId: string,
  generation: number,
  deps: StopDeps,
): Promise<void> {
  const sandbox = await deps.sandboxes.find(ownerId, sandboxId);
  if (!sandbox || !isToStop(sandbox, generation)) return;
  await deps.agents.prepareForPause(sandbox);
  await fetchUndelivered(sandbox, deps);
  await deps.tasks.stop(sandbox.task_arn, sandbox.status_reason?.code ?? 'requested');
  for (;;) {
    const current = await deps.sandboxes.find(ownerId, sandboxId);
    if (!current || !isToStop(current, generation)) return;
    // If another writer changed the row, the new row decides whether this still has to be recorded.
    if (await saveIfUnchanged(deps.sandboxes, current, stopSent(current, current.task_arn, deps.now()))) return;
  }
}

async function fetchUndelivered(sandbox: Sandbox, deps: StopDeps): Promise<void> {
  try {
    await deps.lastLook(sandbox);
  } catch (error) {
    const { owner_id, sandbox_id } = sandbox;
    log.warn('undelivered data of an agent was not fetched', { owner_id, sandbox_id, error });
  }
}

function isToStop(sandbox: Sandbox, generation: number): sandbox is Sandbox & { readonly task_arn: string } {
  const { stage, hasTask } = phaseFacts[sandbox.phase];
  return (
    (stage === 'end' || stage === 'deletion') &&
    hasTask &&
    sandbox.generation === generation &&
    sandbox.stop_sent_at === null &&
    sandbox.task_ended_at === null &&
    sandbox.task_arn !== null
  );
}
