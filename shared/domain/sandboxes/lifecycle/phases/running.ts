import type { PauseReason } from '../../../../contract/shapes/enums.ts';
import * as reasons from '../../../../presentation/sandbox-reasons.ts';
import { heldUntil, idleTimeOf, isWanted, trafficCountsUntil } from '../../record/conditions.ts';
import { classifyStop, type Failure, type FailureClass } from '../../record/failures.ts';
import { limits } from '../../record/limits.ts';
import type { Sandbox, StatusReason } from '../../record/sandbox.ts';
import type { AgentHealth, EndOutcome, Observation, Step } from '../../record/step.ts';
import { isStopped } from '../../record/task.ts';
import { nextDiscard } from './resting.ts';
import { age, secondsSince } from './time.ts';

/** RUNNING: the agent responded and was initialised. */
export function running(sandbox: Sandbox, observation: Observation, now: Date): Step {
  const { task, agent } = observation;
  const loss = lossOf(sandbox, task, now);
  if (loss) return taskGone(sandbox, loss, task, now);
  if (!isWanted(sandbox)) return stopStep('as-wanted', null, sandbox.pause_reason);
  // Someone else stops it: AWS reclaims Spot capacity or retires the host, or an operator stopped it.
  if (task && task !== 'absent' && task.desiredStatus === 'STOPPED') {
    const { reason, class: failure } = classifyStop(task);
    return { kind: 'stop', endOutcome: outcomeOfFailure(sandbox, failure, now), reason, pauseReason: null, sent: true };
  }
  if (sandbox.deadline_at <= now.toISOString()) return stopStep('as-wanted', reasons.lifetimeReached, 'timeout');
  return stepForHealth(sandbox, agent, now) ?? nextDiscard(sandbox, observation) ?? { kind: 'none' };
}

/** Stops a task that does not stop yet. */
export function stopStep(
  endOutcome: EndOutcome,
  reason: StatusReason | null,
  pauseReason: PauseReason | null = null,
): Extract<Step, { kind: 'stop' }> {
  return { kind: 'stop', endOutcome, reason, pauseReason, sent: false };
}

/** The step for the agent's health, or undefined when all is well. */
function stepForHealth(sandbox: Sandbox, agent: AgentHealth | undefined, now: Date): Step | undefined {
  if (!agent || agent.kind === 'hidden') return undefined;
  if (agent.kind === 'dormant') return { kind: 'reboot' };
  if (agent.kind === 'unreachable') return unreachable(sandbox, now);
  if (isIdle(sandbox, agent, now)) return { kind: 'stop-if-idle' };
  if (sandbox.unreachable_since) return { kind: 'mark-unreachable', since: null };
  const activeAt = new Date(now.getTime() - (agent.busy ? 0 : unusedSeconds(sandbox, agent, now) * 1000));
  const lag = (activeAt.getTime() - Date.parse(sandbox.last_activity_at)) / 1000;
  return lag > limits.activityLag ? { kind: 'note-activity', at: activeAt } : undefined;
}

/** Whether no client has called and the agent is not working. An agent's report cannot extend the deadline. */
export function isIdle(sandbox: Sandbox, agent: AgentHealth, now: Date): boolean {
  if (agent.kind !== 'ready' || agent.busy) return false;
  if (now < (heldUntil(sandbox) ?? now)) return false;
  const { from, minutes } = idleTimeOf(sandbox);
  const limit = minutes * 60;
  return unusedSeconds(sandbox, agent, now) >= limit && secondsSince(from, now) >= limit;
}

/** How long no request has counted as use. */
function unusedSeconds(sandbox: Sandbox, { idleSeconds }: { readonly idleSeconds: number }, now: Date): number {
  return Math.max(idleSeconds, (now.getTime() - trafficCountsUntil(sandbox).getTime()) / 1000);
}

function unreachable(sandbox: Sandbox, now: Date): Step | undefined {
  if (!sandbox.unreachable_since) return { kind: 'mark-unreachable', since: now };
  if (secondsSince(sandbox.unreachable_since, now) < limits.unreachable) return undefined;
  return stopStep(outcomeOfFailure(sandbox, 'transient', now), reasons.agentUnreachable);
}

/** Why the task is gone, or undefined when it may still run. */
export function lossOf(sandbox: Sandbox, task: Observation['task'], now: Date): Failure | undefined {
  if (task === 'absent')
    return age(sandbox, now) > limits.consistency ? { reason: reasons.taskLost, class: 'transient' } : undefined;
  return task && isStopped(task) ? classifyStop(task) : undefined;
}

/** Stops even a task that ECS does not know: ECS may be wrong, and the workspace must not change while it is saved. */
export function taskGone(sandbox: Sandbox, loss: Failure, task: Observation['task'], now: Date): Step {
  const endOutcome = isWanted(sandbox) ? outcomeOfFailure(sandbox, loss.class, now) : 'as-wanted';
  const reason = endOutcome === 'as-wanted' ? null : loss.reason;
  return task === undefined || task === 'absent'
    ? stopStep(endOutcome, reason)
    : { kind: 'task-ended', endOutcome, reason, task };
}

/** The outcome when a task that should run has ended. Gives up at once on a failure that a new start would repeat. */
function outcomeOfFailure(sandbox: Sandbox, failure: FailureClass, now: Date): EndOutcome {
  // No owner needs this warm task: the keeper of the pool starts another.
  if (sandbox.warm !== null || failure === 'spec' || failure === 'access') return 'give-up';
  const waits = failure === 'capacity' || failure === 'throttled';
  return restartsSoFar(sandbox, now) < (waits ? limits.capacityRestarts : limits.restarts) ? 'restart' : 'give-up';
}

/** How many restarts in a row have failed. */
export function restartsSoFar(sandbox: Sandbox, now: Date): number {
  const { running_since: since, restarts } = sandbox;
  return since !== null && secondsSince(since, now) >= limits.stable ? 0 : restarts;
}
