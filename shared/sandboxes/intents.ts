import { timestamp } from '../clock.ts';
import { changed, type Sandbox } from './sandbox.ts';

/** What callers may want of a sandbox. Each returns the record to write, or undefined when there is nothing to do. */

export function pauseRequested(sandbox: Sandbox, now: Date): Sandbox | undefined {
  if (sandbox.desired !== 'RUNNING') return undefined;
  return changed(sandbox, now, { desired: 'PAUSED' });
}

/** Also from ERROR, which gives up until somebody asks again. A resume while stopping is accepted and waits. */
export function resumeRequested(sandbox: Sandbox, now: Date): Sandbox | undefined {
  if (sandbox.desired !== 'PAUSED') return undefined;
  return changed(sandbox, now, { desired: 'RUNNING', last_activity_at: timestamp(now) });
}

export function deleteRequested(sandbox: Sandbox, now: Date): Sandbox {
  return changed(sandbox, now, { desired: 'DELETED' });
}
