import type { Launch } from '../../record/launch.ts';
import { limits } from '../../record/limits.ts';
import type { Sandbox } from '../../record/sandbox.ts';
import type { Observation, Step } from '../../record/step.ts';

/** How long the sandbox has been in its phase, in seconds. */
export function age(sandbox: Pick<Sandbox, 'phase_since'>, now: Date): number {
  return secondsSince(sandbox.phase_since, now);
}

export function secondsSince(at: string, now: Date): number {
  return (now.getTime() - Date.parse(at)) / 1000;
}

/** How long the service has been requesting the next snapshot, counted from the last late failure. */
export function secondsAsking({ phase_since: since, save_failed_at: failedAt }: Sandbox, now: Date): number {
  return secondsSince(failedAt !== null && failedAt > since ? failedAt : since, now);
}

export function isAhead(at: string | null, now: Date): at is string {
  return at !== null && at > now.toISOString();
}

/** Observes the task when no event has arrived for too long, as one may be lost. */
export function lookIfSilent(sandbox: Sandbox, task: Observation['task'], now: Date): Step {
  return task === undefined && age(sandbox, now) > limits.silence ? { kind: 'observe' } : { kind: 'none' };
}

/** Whether ECS may still show an unknown task, counted from the last call that it may have accepted. */
export function mayStillAppear(
  { requested_at: first }: Launch,
  { launch_unclear_until: last }: Pick<Sandbox, 'launch_unclear_until'>,
  now: Date,
): boolean {
  return secondsSince(last ?? first, now) <= limits.consistency;
}
