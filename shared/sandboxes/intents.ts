import { timestamp } from '../clock.ts';
import { changed, type Sandbox } from './sandbox.ts';

/** What callers may want of a sandbox. Each returns the record to write, or undefined when there is nothing to do. */

export function pauseRequested(sandbox: Sandbox, now: Date): Sandbox | undefined {
  if (sandbox.desired !== 'RUNNING') return undefined;
  return changed(sandbox, now, { desired: 'PAUSED' });
}

/**
 * Also from ERROR, which gives up until somebody asks again. A resume while stopping is accepted and waits. One that overtakes its pause does not save the generation
 * that was paused: somebody may be stopping it at this moment, and clients were told that its session key is dead.
 */
export function resumeRequested(sandbox: Sandbox, now: Date): Sandbox | undefined {
  if (sandbox.desired !== 'PAUSED') return undefined;
  const { phase, launch, generation } = sandbox;
  const nothingStarted = phase === 'PENDING' && launch === null;
  const wanted = nothingStarted ? generation : generation + 1;
  return changed(sandbox, now, { desired: 'RUNNING', wanted_generation: wanted, last_activity_at: timestamp(now) });
}

export function deleteRequested(sandbox: Sandbox, now: Date): Sandbox {
  return changed(sandbox, now, { desired: 'DELETED' });
}
