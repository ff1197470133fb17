import { type Clock, timestamp } from '../clock.ts';
import { VersionConflictError } from '../errors.ts';
import type { Agents } from './agents.ts';
import { changed, type Sandbox } from './sandbox.ts';
import type { SandboxStore } from './sandbox-store.ts';
import type { Tasks } from './tasks.ts';

export interface StopDeps {
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
  readonly tasks: Pick<Tasks, 'stop'>;
  readonly agents: Pick<Agents, 'prepareForPause'>;
  readonly now: Clock;
}

/**
 * Lets the agent of a stopping sandbox write everything to its disk, then stops its task. The agent gets a bounded time, and its failure blocks nothing. What was
 * ordered late, or for another generation, is left alone; if this worker dies, the reconciler stops the task when the lease is over.
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
  await deps.tasks.stop(sandbox.task_arn, sandbox.status_reason?.code ?? 'asked for');
  for (;;) {
    const current = await deps.sandboxes.find(ownerId, sandboxId);
    if (!current || !isToStop(current, generation)) return;
    try {
      const next = changed(current, deps.now(), { stop_sent_at: timestamp(deps.now()) });
      await deps.sandboxes.save([{ previous: current, next }]);
      return;
    } catch (error) {
      // Somebody else wrote; what they wrote decides whether this is still to be noted.
      if (!(error instanceof VersionConflictError)) throw error;
    }
  }
}

function isToStop(sandbox: Sandbox, generation: number): sandbox is Sandbox & { readonly task_arn: string } {
  return (
    sandbox.phase === 'STOPPING' &&
    sandbox.generation === generation &&
    sandbox.stop_sent_at === null &&
    sandbox.task_arn !== null
  );
}
