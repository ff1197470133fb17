import { isHeld } from '../../../../platform/lease.ts';
import * as reasons from '../../../../presentation/sandbox-reasons.ts';
import { startSnapshotOf } from '../../record/base-snapshot.ts';
import { isQueued, isWanted } from '../../record/conditions.ts';
import type { Snapshot } from '../../record/disks.ts';
import { limits } from '../../record/limits.ts';
import type { Sandbox, StatusReason } from '../../record/sandbox.ts';
import type { Observation, Step } from '../../record/step.ts';
import { waitForBase } from './base.ts';
import { isFresh } from './resting.ts';
import { lossOf, stopStep, taskGone } from './running.ts';
import { age, isAhead, lookIfSilent, mayStillAppear, secondsSince } from './time.ts';

/** When to check again for something expected soon, in milliseconds. */
const SOON = 5_000;

const asWanted = stopStep('as-wanted', null);

/** PENDING: accepted, no task yet. */
export function pending(sandbox: Sandbox, seen: Observation, now: Date): Step {
  const { task, snapshot, turnOffered } = seen;
  if (task && task !== 'absent') return { kind: 'adopt-task', task };
  if (!isWanted(sandbox)) return unwanted(sandbox, task, now);
  const wait = waitForBase(sandbox, seen.base);
  if (wait) return wait;
  if (isOverdue(sandbox, now)) return { kind: 'rest', phase: 'ERROR', reason: whyNotStarted(sandbox), givesUp: true };
  if (isAhead(sandbox.retry_at, now)) {
    const again = new Date(sandbox.retry_at);
    return sandbox.launch_scheduled_at === null ? { kind: 'none', again } : { kind: 'none', again, ofTurn: true };
  }
  if (isHeld(sandbox.launch_lease_until, now)) return { kind: 'none' };
  if (isQueued(sandbox) && !turnOffered) return { kind: 'none' };
  const from = startSnapshotOf(sandbox);
  if (sandbox.launch !== null || from === null) return { kind: 'run-task' };
  // Checks the snapshot first: ECS would report a missing one much later, with a vague message.
  if (snapshot?.id !== from) return { kind: 'look-at-snapshot', snapshotId: from };
  return fromSnapshot(sandbox, snapshot.found, now);
}

/** Waiting for a turn is not a failure of ECS, so the time limit for ECS begins with the first call. */
function isOverdue(sandbox: Sandbox, now: Date): boolean {
  const { launch_called_at: calledAt = null, launch_scheduled_at: turn } = sandbox;
  if (calledAt !== null) return secondsSince(calledAt, now) > limits.pending;
  return age(sandbox, now) > (turn !== null || isQueued(sandbox) ? limits.queued : limits.pending);
}

/** ECS's reason for the last failure. A response that is still awaited is not a reason to give up. */
function whyNotStarted({ status_reason: reason, launch_retries: tries }: Sandbox): StatusReason {
  const isKnown = reason !== null && tries > 0 && reason.code !== reasons.launchUnclear.code;
  return isKnown ? reason : reasons.startTimeout(limits.pending / 60);
}

/** A snapshot that was just completed may appear incomplete, as EC2 is eventually consistent. */
function fromSnapshot(sandbox: Sandbox, found: Snapshot | 'absent', now: Date): Step {
  if (found !== 'absent' && found.state === 'completed') return { kind: 'run-task' };
  const canAppear = found === 'absent' ? isFresh(sandbox, now) : found.state === 'pending';
  return canAppear ? { kind: 'none', again: new Date(now.getTime() + SOON) } : { kind: 'lose-workspace' };
}

/** The sandbox should no longer run. If a start was in progress, the task may run although its response was lost. */
function unwanted(sandbox: Sandbox, task: 'absent' | undefined, now: Date): Step {
  const rest: Step = { kind: 'rest', phase: 'PAUSED', reason: null, givesUp: false };
  if (!sandbox.launch) return rest;
  if (!task) return { kind: 'observe' };
  return mayStillAppear(sandbox.launch, sandbox, now) ? { kind: 'none' } : rest;
}

/** PROVISIONING: RunTask was accepted. */
export function provisioning(sandbox: Sandbox, { task }: Observation, now: Date): Step {
  const loss = lossOf(sandbox, task, now);
  if (loss) return taskGone(sandbox, loss, task, now);
  if (!isWanted(sandbox)) return asWanted;
  const current = task === 'absent' ? undefined : task;
  if (current?.lastStatus === 'RUNNING' && (current.volumeId !== null || !sandbox.launch?.volume))
    return { kind: 'enter-boot', task: current };
  if (age(sandbox, now) > limits.provisioning)
    return stopStep('give-up', reasons.startTimeout(limits.provisioning / 60));
  return lookIfSilent(sandbox, task, now);
}

/** BOOTING: the task runs, and its agent is not yet healthy. */
export function booting(sandbox: Sandbox, { task }: Observation, now: Date): Step {
  const loss = lossOf(sandbox, task, now);
  if (loss) return taskGone(sandbox, loss, task, now);
  if (!isWanted(sandbox)) return asWanted;
  if (sandbox.warm?.ready_at) return sandbox.deadline_at <= now.toISOString() ? asWanted : { kind: 'none' };
  if (isDeadClaim(sandbox, now)) return stopStep('restart', reasons.agentNotReady(1));
  if (age(sandbox, now) > limits.boot) return stopStep('give-up', reasons.agentNotReady(limits.boot / 60));
  return isHeld(sandbox.boot_lease_until, now) ? { kind: 'none' } : { kind: 'boot' };
}

/** A claimed agent has responded before. If it does not accept its keys, a task of the sandbox's own is faster. */
function isDeadClaim(sandbox: Sandbox, now: Date): boolean {
  return sandbox.claimed !== null && sandbox.running_since === null && age(sandbox, now) > limits.claimedBoot;
}
