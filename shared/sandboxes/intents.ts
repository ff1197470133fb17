import { timestamp } from '../clock.ts';
import { newReceipt } from './receipt.ts';
import { changed, hasLostWorkspace, type PauseReason, type Sandbox, type StatusReason } from './sandbox.ts';

/** What callers may want of a sandbox. Each returns the record to write, or undefined when there is nothing to do. */

/** @param why what else than a request pauses it */
export function pauseRequested(
  sandbox: Sandbox,
  now: Date,
  why: { readonly pauseReason: PauseReason; readonly reason: StatusReason | null } = {
    pauseReason: 'api',
    reason: null,
  },
): Sandbox | undefined {
  if (sandbox.desired !== 'RUNNING') return undefined;
  return changed(sandbox, now, {
    desired: 'PAUSED',
    pause_reason: why.pauseReason,
    status_reason: lasting(sandbox, why.reason),
  });
}

/**
 * Also from ERROR, which gives up until somebody asks again. A resume while stopping is accepted and waits. One that overtakes its pause does not save the generation
 * that was paused: somebody may be stopping it at this moment, and clients were told that its session key is dead. Of one that runs or starts it is a sign of life.
 */
export function resumeRequested(sandbox: Sandbox, now: Date): Sandbox | undefined {
  if (sandbox.desired === 'DELETED') return undefined;
  const last_activity_at = timestamp(now);
  if (sandbox.desired === 'RUNNING') return changed(sandbox, now, { last_activity_at });
  const { phase, launch, generation } = sandbox;
  const nothingStarted = phase === 'PENDING' && launch === null;
  const wanted = nothingStarted ? generation : generation + 1;
  return changed(sandbox, now, {
    desired: 'RUNNING',
    wanted_generation: wanted,
    last_activity_at,
    restarts: 0,
    // Whoever asks again has read why it failed.
    stop_into: 'PAUSED',
    pause_reason: null,
    status_reason: phase === 'ERROR' ? sandbox.status_reason : null,
  });
}

/** As long as a sandbox is in ERROR, or on its way there, it says why. */
function lasting(sandbox: Sandbox, reason: StatusReason | null): StatusReason | null {
  const fails = sandbox.phase === 'ERROR' || sandbox.stop_into === 'ERROR';
  return fails ? sandbox.status_reason : reason;
}

export function deleteRequested(sandbox: Sandbox, now: Date): Sandbox {
  return changed(sandbox, now, { desired: 'DELETED', receipt: sandbox.receipt ?? newReceipt(now) });
}

/** Whether there is nothing left that a resume could bring back. */
export function isBeyondResume(sandbox: Sandbox): boolean {
  return sandbox.phase === 'EXPIRED' || hasLostWorkspace(sandbox);
}
