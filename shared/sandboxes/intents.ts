import { timestamp } from '../clock.ts';
import { changed, type Sandbox } from './sandbox.ts';

/** What callers may want of a sandbox. Each returns the record to write, or undefined when there is nothing to do. */

export function pauseRequested(sandbox: Sandbox, now: Date): Sandbox | undefined {
  if (sandbox.desired !== 'RUNNING') return undefined;
  return changed(sandbox, now, { desired: 'PAUSED' });
}

/**
 * Also from ERROR, which gives up until somebody asks again. A resume while stopping is accepted and waits. One that comes before anybody acted on the pause stops
 * the running generation all the same: the pause was answered, and the session key from before it must not live on.
 */
export function resumeRequested(sandbox: Sandbox, now: Date): Sandbox | undefined {
  if (sandbox.desired !== 'PAUSED') return undefined;
  const wanted = hasRun(sandbox) ? sandbox.generation + 1 : sandbox.generation;
  return changed(sandbox, now, { desired: 'RUNNING', wanted_generation: wanted, last_activity_at: timestamp(now) });
}

export function deleteRequested(sandbox: Sandbox, now: Date): Sandbox {
  return changed(sandbox, now, { desired: 'DELETED' });
}

/** Whether a client could read the session key of this generation. */
function hasRun({ generation, transitions }: Sandbox): boolean {
  return transitions.some((transition) => transition.phase === 'RUNNING' && transition.generation === generation);
}
