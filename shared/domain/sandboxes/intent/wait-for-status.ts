import type * as z from 'zod';
import type { SandboxStatus } from '../../../contract/shapes/enums.ts';
import type { Clock } from '../../../platform/clock.ts';
import { isResting, type Sandbox } from '../record/sandbox.ts';
import { apiStatus, isGone } from '../record/status.ts';

type Status = z.infer<typeof SandboxStatus>;

export interface WaitDeps {
  /** Reads the sandbox as it is now. */
  readonly look: () => Promise<Sandbox | undefined>;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The first pause between two reads, in milliseconds: most changes happen soon. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 1_000;
const GROWTH = 2;

/** Polls until the sandbox has the status, cannot reach it, or `until` has passed. @returns the last row read. */
export async function waitForStatus(wanted: Status, until: Date, deps: WaitDeps): Promise<Sandbox | undefined> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * GROWTH, LONGEST_PAUSE)) {
    const sandbox = await deps.look();
    if (isGone(sandbox) || apiStatus(sandbox) === wanted || !mayBecome(sandbox, wanted, until)) return sandbox;
    const left = until.getTime() - deps.now().getTime();
    if (left <= 0) return sandbox;
    await deps.pause(Math.min(pause, left));
  }
}

/** Whether the sandbox may reach a status without another request. */
function mayBecome(sandbox: Sandbox, wanted: Status, until: Date): boolean {
  switch (wanted) {
    case 'RUNNING':
    case 'STARTING':
      return sandbox.desired === 'RUNNING';
    case 'PAUSED':
    case 'ERROR':
      return sandbox.desired === 'RUNNING' || !isResting(sandbox);
    // Only a paused sandbox expires, and its expiry is on record.
    case 'MISSING':
      return sandbox.desired === 'PAUSED' && sandbox.expires_at !== null && new Date(sandbox.expires_at) <= until;
  }
}
