import { timestamp } from '../clock.ts';
import { log } from '../log.ts';
import { backoff } from './backoff.ts';
import * as changes from './changes.ts';
import { diskOwner } from './identity.ts';
import type { ReconcileDeps } from './perform.ts';
import * as reasons from './reasons.ts';
import { changed, type Sandbox } from './sandbox.ts';
import type { Observation } from './step.ts';

/** Begins to save the volume of a sandbox, or finds that somebody has begun already. */
export async function beginSnapshot(sandbox: Sandbox, deps: ReconcileDeps): Promise<Observation> {
  const { volume_id: volumeId } = sandbox;
  if (volumeId === null) throw new Error(`sandbox ${sandbox.sandbox_id} has no volume to save`);
  const outcome = await deps.disks.save(volumeId, diskOwner(sandbox));
  const now = deps.now();
  const save = async (next: Sandbox): Promise<void> => deps.sandboxes.save([{ previous: sandbox, next }]);
  if (outcome.kind === 'accepted') {
    await save(changed(sandbox, now, { saving_snapshot_id: outcome.snapshot.id, retry_at: null }));
    return { snapshot: { id: outcome.snapshot.id, found: outcome.snapshot } };
  }
  const where = { owner_id: sandbox.owner_id, sandbox_id: sandbox.sandbox_id };
  if (outcome.kind === 'unclear') {
    log.warn('the answer of CreateSnapshot is not known', { ...where, error: outcome.error });
    await save(later(sandbox, deps, now));
    return {};
  }
  log.warn('EC2 refused a snapshot', { ...where, code: outcome.code, message: outcome.message });
  if (outcome.code === 'access_denied') deps.alarm('AccessErrors');
  if (outcome.code === 'volume_lost') await save(volumeLost(sandbox, now));
  else if (outcome.retryable) await save(later(sandbox, deps, now));
  else await save(changes.saveFailed(sandbox, outcome.message, deps.random, now, true));
  return {};
}

/** EC2 was too busy, or its answer was lost: the volume waits as long as saving may take. */
function later(sandbox: Sandbox, deps: ReconcileDeps, now: Date): Sandbox {
  return changed(sandbox, now, { retry_at: timestamp(backoff(2, now, deps.random)) });
}

/** The disk is gone before it was saved. What was saved at the pause before is still there, and is gone back to only when somebody asks for it. */
function volumeLost(sandbox: Sandbox, now: Date): Sandbox {
  const desired = sandbox.desired === 'RUNNING' ? 'PAUSED' : sandbox.desired;
  const reason = sandbox.snapshot_id === null ? reasons.workspaceLost : reasons.workspaceOutdated(sandbox.saved_at);
  return changes.rested({ ...sandbox, volume_id: null, desired, status_reason: reason }, 'ERROR', now);
}
