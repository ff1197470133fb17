import type * as z from 'zod';
import type { Clock } from '../clock.ts';
import type { SandboxStatus } from '../contract/enums.ts';
import { isResting, type Sandbox } from './sandbox.ts';
import { isGone, wireStatus } from './status.ts';

type Status = z.infer<typeof SandboxStatus>;

export interface WaitDeps {
  /** Reads the sandbox as it is now. */
  readonly look: () => Promise<Sandbox | undefined>;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** How long to pause between two looks, in milliseconds: what changes at all mostly changes soon. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 1_000;
const GROWTH = 2;

/**
 * Looks at a sandbox until it has the wanted status, cannot get there by itself any more, or `until` has come.
 *
 * @returns what was seen last: undefined or gone when it was deleted meanwhile.
 */
export async function waitForStatus(wanted: Status, until: Date, deps: WaitDeps): Promise<Sandbox | undefined> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * GROWTH, LONGEST_PAUSE)) {
    const sandbox = await deps.look();
    if (isGone(sandbox) || wireStatus(sandbox) === wanted || !mayBecome(sandbox, wanted, until)) return sandbox;
    const left = until.getTime() - deps.now().getTime();
    if (left <= 0) return sandbox;
    await deps.pause(Math.min(pause, left));
  }
}

/** Whether a status can come without anybody asking for anything. */
function mayBecome(sandbox: Sandbox, wanted: Status, until: Date): boolean {
  switch (wanted) {
    case 'RUNNING':
    case 'STARTING':
      return sandbox.desired === 'RUNNING';
    case 'PAUSED':
    case 'ERROR':
      return sandbox.desired === 'RUNNING' || !isResting(sandbox);
    // Only what is kept paused expires, and it says when.
    case 'MISSING':
      return sandbox.desired === 'PAUSED' && sandbox.expires_at !== null && new Date(sandbox.expires_at) <= until;
  }
}
