import type { PauseReason } from '../../../contract/shapes/enums.ts';
import { timestamp } from '../../../platform/clock.ts';
import { hasLostWorkspace } from '../record/conditions.ts';
import { newReceipt } from '../record/receipt.ts';
import { changed, type Sandbox } from '../record/sandbox.ts';
import type { StatusReason } from '../record/status-reason.ts';
import { reached } from '../record/step-times.ts';

/** Callers' changes of the desired state. Each returns the row to write, or undefined when there is nothing to do. */

/** @param why the cause of the pause, unless it is a request */
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
    ...reached(sandbox, { STOP_REQUESTED: timestamp(now) }),
  });
}

/**
 * Also resumes from ERROR, where the reconciler does nothing until a new request. A resume while stopping is accepted
 * and waits. A resume does not rescue the generation whose pause is under way: a worker may be stopping it, and clients
 * rely on its session key being dead. For a sandbox that runs or starts it counts as activity.
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
    resume_requested_at: nothingStarted ? null : last_activity_at,
    restarts: 0,
    // A start that goes on after a pause that found nothing begins with this request.
    ...(nothingStarted ? { step_times: { ACCEPTED: last_activity_at } } : {}),
    // A repeated request has seen the reason for the failure.
    stop_into: 'PAUSED',
    pause_reason: null,
    status_reason: phase === 'ERROR' ? sandbox.status_reason : null,
  });
}

/** A sandbox that is in ERROR, or on its way there, keeps its reason. */
function lasting(sandbox: Sandbox, reason: StatusReason | null): StatusReason | null {
  const fails = sandbox.phase === 'ERROR' || sandbox.stop_into === 'ERROR';
  return fails ? sandbox.status_reason : reason;
}

export function deleteRequested(sandbox: Sandbox, now: Date): Sandbox {
  return changed(sandbox, now, {
    desired: 'DELETED',
    receipt: sandbox.receipt ?? newReceipt(now),
    ...reached(sandbox, { STOP_REQUESTED: timestamp(now) }),
  });
}

/** Whether there is nothing left that a resume could bring back. */
export function isBeyondResume(sandbox: Sandbox): boolean {
  return sandbox.phase === 'EXPIRED' || hasLostWorkspace(sandbox);
}
