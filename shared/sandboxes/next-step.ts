import * as reasons from './reasons.ts';
import { isWanted, type Sandbox, type StatusReason } from './sandbox.ts';
import { isStopped, type Task } from './task.ts';

/** How the agent of a running sandbox answered. `dormant`: the process is there, but it was started anew and waits for its keys. */
export type AgentHealth =
  | { readonly kind: 'ready'; readonly idleSeconds: number }
  | { readonly kind: 'dormant' }
  | { readonly kind: 'unreachable' };

/** What somebody saw of the world. Nothing was looked at where a part is missing; `absent` means that ECS was asked and knows no such task. */
export interface Observation {
  readonly task?: Task | 'absent';
  readonly agent?: AgentHealth;
}

/** The one next thing to do for a sandbox. `none` and the records end a pass; effects are safe to repeat. */
export type Step =
  | { readonly kind: 'none' }
  | { readonly kind: 'observe' }
  | { readonly kind: 'begin-generation' }
  | { readonly kind: 'run-task' }
  | { readonly kind: 'adopt-task'; readonly task: Task }
  | { readonly kind: 'enter-boot'; readonly task: Task }
  | { readonly kind: 'boot' }
  | { readonly kind: 'reboot' }
  | { readonly kind: 'stop-task'; readonly into: 'PAUSED' | 'ERROR'; readonly reason: StatusReason | null }
  | { readonly kind: 'stop-stray'; readonly taskArn: string }
  /** `givesUp`: nobody asked for it, so the service stops wanting it to run; otherwise a resume that arrived meanwhile stays wanted. */
  | {
      readonly kind: 'rest';
      readonly phase: 'PAUSED' | 'ERROR';
      readonly reason: StatusReason | null;
      readonly givesUp: boolean;
    }
  | { readonly kind: 'mark-unreachable'; readonly since: Date | null }
  | { readonly kind: 'remove' };

/** Limits of the lifecycle, in seconds. */
export const limits = {
  /** Without news for this long, the reconciler looks for itself: an event was lost. */
  silence: 20,
  /** ECS may not know a task for a while after RunTask accepted it. */
  consistency: 60,
  pending: 15 * 60,
  provisioning: 10 * 60,
  boot: 5 * 60,
  /** A task that still runs this long after StopTask is stopped again. */
  stop: 3 * 60,
  unreachable: 5 * 60,
} as const;

/**
 * Decides what to do next for a sandbox. Pure: no clock, no SDK. It trusts nothing but the record and what was observed, so that any event may be lost,
 * repeated or late.
 */
export function nextStep(sandbox: Sandbox, observation: Observation, now: Date): Step {
  const task = known(observation.task);
  if (task && isForeign(sandbox, task)) return strayTask(sandbox, task);
  if (task && task.version < sandbox.task_version) return nextStep(sandbox, { ...observation, task: undefined }, now);
  switch (sandbox.phase) {
    case 'PENDING':
      return pending(sandbox, observation, now);
    case 'PROVISIONING':
      return provisioning(sandbox, observation, now);
    case 'BOOTING':
      return booting(sandbox, observation, now);
    case 'RUNNING':
      return running(sandbox, observation, now);
    case 'STOPPING':
    case 'DELETING':
      return stopping(sandbox, observation, now);
    case 'PAUSED':
    case 'ERROR':
      return resting(sandbox, observation);
  }
}

function isForeign(sandbox: Sandbox, task: Task): boolean {
  return task.generation !== sandbox.generation || (sandbox.task_arn !== null && task.arn !== sandbox.task_arn);
}

/** News of another generation never changes the record; if that task still runs, it is a leak. */
function strayTask(sandbox: Sandbox, task: Task): Step {
  const mayRun = isStopped(task) || task.desiredStatus === 'STOPPED' || task.generation > sandbox.generation;
  return mayRun ? { kind: 'none' } : { kind: 'stop-stray', taskArn: task.arn };
}

function pending(sandbox: Sandbox, { task }: Observation, now: Date): Step {
  if (task && task !== 'absent') {
    return isStopped(task) && !isWanted(sandbox) ? unwanted(sandbox) : { kind: 'adopt-task', task };
  }
  if (isWanted(sandbox)) {
    if (sandbox.retry_at && sandbox.retry_at > now.toISOString()) return { kind: 'none' };
    if (age(sandbox, now) > limits.pending)
      return fail(sandbox.status_reason ?? reasons.startTimeout(limits.pending / 60));
    return { kind: 'run-task' };
  }
  // Nobody wants it any more. If a start was under way, its answer may have been lost while the task runs.
  if (!sandbox.launch) return unwanted(sandbox);
  if (!task) return { kind: 'observe' };
  return secondsSince(sandbox.launch.requested_at, now) > limits.consistency ? unwanted(sandbox) : { kind: 'none' };
}

function provisioning(sandbox: Sandbox, { task }: Observation, now: Date): Step {
  const gone = lost(sandbox, task, now);
  if (gone) return isWanted(sandbox) ? fail(gone) : unwanted(sandbox);
  if (!isWanted(sandbox)) return { kind: 'stop-task', into: 'PAUSED', reason: null };
  const current = known(task);
  if (current?.lastStatus === 'RUNNING') return { kind: 'enter-boot', task: current };
  const waited = age(sandbox, now);
  if (waited > limits.provisioning)
    return { kind: 'stop-task', into: 'ERROR', reason: reasons.startTimeout(limits.provisioning / 60) };
  return lookIfSilent(sandbox, task, now);
}

function booting(sandbox: Sandbox, { task }: Observation, now: Date): Step {
  const gone = lost(sandbox, task, now);
  if (gone) return isWanted(sandbox) ? fail(gone) : unwanted(sandbox);
  if (!isWanted(sandbox)) return { kind: 'stop-task', into: 'PAUSED', reason: null };
  if (age(sandbox, now) > limits.boot)
    return { kind: 'stop-task', into: 'ERROR', reason: reasons.agentNotReady(limits.boot / 60) };
  const leased = sandbox.boot_lease_until !== null && sandbox.boot_lease_until > now.toISOString();
  return leased ? { kind: 'none' } : { kind: 'boot' };
}

function running(sandbox: Sandbox, { task, agent }: Observation, now: Date): Step {
  const gone = lost(sandbox, task, now);
  // It stopped uninvited: host retirement, out of memory, Spot. The workspace is what counts, so it is paused and says why.
  if (gone && isWanted(sandbox)) return { kind: 'rest', phase: 'PAUSED', reason: gone, givesUp: true };
  if (gone) return unwanted(sandbox);
  if (!isWanted(sandbox)) return { kind: 'stop-task', into: 'PAUSED', reason: null };
  if (sandbox.deadline_at <= now.toISOString())
    return { kind: 'stop-task', into: 'PAUSED', reason: reasons.lifetimeReached };
  if (!agent) return { kind: 'none' };
  if (agent.kind === 'dormant') return { kind: 'reboot' };
  if (agent.kind === 'unreachable') return unreachable(sandbox, now);
  const idleLimit = sandbox.idle_minutes * 60;
  // A signal from inside can only shorten its life, and a call from outside always lengthens it.
  if (agent.idleSeconds >= idleLimit && secondsSince(sandbox.last_activity_at, now) >= idleLimit) {
    return { kind: 'stop-task', into: 'PAUSED', reason: reasons.idle };
  }
  return sandbox.unreachable_since ? { kind: 'mark-unreachable', since: null } : { kind: 'none' };
}

function unreachable(sandbox: Sandbox, now: Date): Step {
  if (!sandbox.unreachable_since) return { kind: 'mark-unreachable', since: now };
  if (secondsSince(sandbox.unreachable_since, now) < limits.unreachable) return { kind: 'none' };
  return { kind: 'stop-task', into: 'PAUSED', reason: reasons.agentUnreachable };
}

function stopping(sandbox: Sandbox, { task }: Observation, now: Date): Step {
  const { desired, phase } = sandbox;
  const arrived = task === 'absent' ? age(sandbox, now) > limits.consistency : task !== undefined && isStopped(task);
  if (arrived && desired === 'DELETED') return { kind: 'remove' };
  if (arrived) return { kind: 'rest', phase: sandbox.stop_into, reason: sandbox.status_reason, givesUp: false };
  if (desired === 'DELETED' && phase === 'STOPPING') return { kind: 'stop-task', into: 'PAUSED', reason: null };
  if (task && task !== 'absent' && (task.desiredStatus !== 'STOPPED' || age(sandbox, now) > limits.stop)) {
    return { kind: 'stop-stray', taskArn: task.arn };
  }
  return lookIfSilent(sandbox, task, now);
}

function resting(sandbox: Sandbox, { task }: Observation): Step {
  if (task && task !== 'absent' && !isStopped(task) && task.desiredStatus !== 'STOPPED')
    return { kind: 'stop-stray', taskArn: task.arn };
  if (sandbox.desired === 'RUNNING') return { kind: 'begin-generation' };
  return sandbox.desired === 'DELETED' ? { kind: 'remove' } : { kind: 'none' };
}

/** Where a sandbox goes whose compute is gone and was not wanted. */
function unwanted(sandbox: Sandbox): Step {
  return sandbox.desired === 'DELETED'
    ? { kind: 'remove' }
    : { kind: 'rest', phase: 'PAUSED', reason: null, givesUp: false };
}

function fail(reason: StatusReason): Step {
  return { kind: 'rest', phase: 'ERROR', reason, givesUp: true };
}

/** Why the task is gone, or undefined when it is not known to be. */
function lost(sandbox: Sandbox, task: Task | 'absent' | undefined, now: Date): StatusReason | undefined {
  if (task === 'absent') return age(sandbox, now) > limits.consistency ? reasons.taskLost : undefined;
  return task && isStopped(task) ? reasons.taskStopped(task) : undefined;
}

function known(task: Task | 'absent' | undefined): Task | undefined {
  return task === 'absent' ? undefined : task;
}

function lookIfSilent(sandbox: Sandbox, task: Task | 'absent' | undefined, now: Date): Step {
  return task === undefined && age(sandbox, now) > limits.silence ? { kind: 'observe' } : { kind: 'none' };
}

function age(sandbox: Sandbox, now: Date): number {
  return secondsSince(sandbox.phase_since, now);
}

function secondsSince(at: string, now: Date): number {
  return (now.getTime() - Date.parse(at)) / 1000;
}
