import type { PauseReason } from '../../../../contract/shapes/enums.ts';
import * as reasons from '../../../../presentation/sandbox-reasons.ts';
import { isWanted } from '../../record/conditions.ts';
import { idleTimeOf } from '../../record/idle-time.ts';
import { classifyStop } from '../../record/launch-errors.ts';
import { limits } from '../../record/limits.ts';
import type { Sandbox } from '../../record/sandbox.ts';
import type { StatusReason } from '../../record/status-reason.ts';
import type { AgentHealth, Observation, Step } from '../../record/step.ts';
import { lossOf, taskGone, uninvited } from './ending.ts';
import { nextDiscard } from './resting.ts';
import { secondsSince } from './time.ts';

/** RUNNING: the agent answered and was initialised. */
export function running(sandbox: Sandbox, observation: Observation, now: Date): Step {
  const { task, agent } = observation;
  const loss = lossOf(sandbox, task, now);
  if (loss) return taskGone(sandbox, loss, task, now);
  if (!isWanted(sandbox)) return pause(sandbox.pause_reason, null);
  // Another actor stops it: Spot takes its machine back, Fargate retires it, or an operator did it by hand.
  if (task && task !== 'absent' && task.desiredStatus === 'STOPPED') {
    const { reason, class: failure } = classifyStop(task);
    return { kind: 'stop', endOutcome: uninvited(sandbox, failure, now), reason, pauseReason: null, sent: true };
  }
  if (sandbox.deadline_at <= now.toISOString()) return pause('timeout', reasons.lifetimeReached);
  return judge(sandbox, agent, now) ?? nextDiscard(sandbox, observation) ?? { kind: 'none' };
}

function pause(pauseReason: PauseReason | null, reason: StatusReason | null): Step {
  return { kind: 'stop', endOutcome: 'as-wanted', reason, pauseReason, sent: false };
}

/** The step that the agent's health calls for, or undefined when all is well. */
function judge(sandbox: Sandbox, agent: AgentHealth | undefined, now: Date): Step | undefined {
  if (!agent || agent.kind === 'hidden') return undefined;
  if (agent.kind === 'dormant') return { kind: 'reboot' };
  if (agent.kind === 'unreachable') return unreachable(sandbox, now);
  if (isIdle(sandbox, agent, now)) return { kind: 'stop-if-idle' };
  if (sandbox.unreachable_since) return { kind: 'mark-unreachable', since: null };
  const activeAt = new Date(now.getTime() - (agent.busy ? 0 : agent.idleSeconds * 1000));
  const lag = (activeAt.getTime() - Date.parse(sandbox.last_activity_at)) / 1000;
  return lag > limits.activityLag ? { kind: 'note-activity', at: activeAt } : undefined;
}

/** Whether no client called and the agent does not work. An agent's report never outlives the deadline. */
export function isIdle(sandbox: Sandbox, agent: AgentHealth, now: Date): boolean {
  if (agent.kind !== 'ready' || agent.busy) return false;
  const { from, minutes } = idleTimeOf(sandbox);
  const limit = minutes * 60;
  return agent.idleSeconds >= limit && secondsSince(from, now) >= limit;
}

function unreachable(sandbox: Sandbox, now: Date): Step | undefined {
  if (!sandbox.unreachable_since) return { kind: 'mark-unreachable', since: now };
  if (secondsSince(sandbox.unreachable_since, now) < limits.unreachable) return undefined;
  const endOutcome = uninvited(sandbox, 'transient', now);
  return { kind: 'stop', endOutcome, reason: reasons.agentUnreachable, pauseReason: null, sent: false };
}
