import { limits } from '../limits.ts';
import type { Launch, Sandbox } from '../sandbox.ts';
import type { Observation, Step } from '../step.ts';

/** For how long the sandbox has been in its phase, in seconds. */
export function age(sandbox: Pick<Sandbox, 'phase_since'>, now: Date): number {
  return secondsSince(sandbox.phase_since, now);
}

export function secondsSince(at: string, now: Date): number {
  return (now.getTime() - Date.parse(at)) / 1000;
}

/** Whether a time on record lies ahead. */
export function isAhead(at: string | null, now: Date): at is string {
  return at !== null && at > now.toISOString();
}

/** Looks at the task when nobody told anything of it for too long: the event may be lost. */
export function lookIfSilent(sandbox: Sandbox, task: Observation['task'], now: Date): Step {
  return task === undefined && age(sandbox, now) > limits.silence ? { kind: 'observe' } : { kind: 'none' };
}

/** Whether ECS may show a task later of which it knows nothing yet: counted from the last call that it may have accepted, not from the first. */
export function mayStillAppear(
  { requested_at: first }: Launch,
  { launch_unclear_until: last }: Pick<Sandbox, 'launch_unclear_until'>,
  now: Date,
): boolean {
  return secondsSince(last ?? first, now) <= limits.consistency;
}
