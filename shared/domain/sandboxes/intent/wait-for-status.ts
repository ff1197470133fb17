import type * as z from 'zod';
import type { SandboxStatus } from '../../../contract/shapes/enums.ts';
import type { Clock } from '../../../platform/clock.ts';
import { isResting } from '../record/conditions.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { apiStatus, isGone } from '../record/status.ts';
import type { Release } from '../waits/wait-places.ts';

type Status = z.infer<typeof SandboxStatus>;

export interface WaitDeps {
  /** Reads the sandbox as it is now. */
  readonly look: () => Promise<Sandbox | undefined>;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

export interface PlaceDeps extends WaitDeps {
  /** Takes a place among the requests that wait; undefined where this one may not. */
  readonly takePlace: () => Promise<Release | undefined>;
}

export interface Waited {
  /** The last row read. */
  readonly sandbox: Sandbox | undefined;
  /** There was something to wait for and no place to wait: the row is the present one. */
  readonly isRefused: boolean;
}

/** The first pause between two reads, in milliseconds: most changes happen soon. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 1_000;
const GROWTH = 2;

/** Polls until the sandbox has the status, cannot reach it, or `until` has passed. @returns the last row read. */
export async function waitForStatus(wanted: Status, until: Date, deps: WaitDeps): Promise<Sandbox | undefined> {
  return poll(await deps.look(), wanted, until, deps);
}

/** The same in a place among the requests that wait, taken only where the first read leaves something to wait for. */
export async function waitInPlace(wanted: Status, until: Date, deps: PlaceDeps): Promise<Waited> {
  const first = await deps.look();
  if (isOver(first, wanted, until, deps.now())) return { sandbox: first, isRefused: false };
  const release = await deps.takePlace();
  if (!release) return { sandbox: first, isRefused: true };
  try {
    return { sandbox: await poll(first, wanted, until, deps), isRefused: false };
  } finally {
    await release();
  }
}

async function poll(first: Sandbox | undefined, wanted: Status, until: Date, deps: WaitDeps) {
  let sandbox = first;
  for (let pause = FIRST_PAUSE; !isOver(sandbox, wanted, until, deps.now()); ) {
    await deps.pause(Math.min(pause, until.getTime() - deps.now().getTime()));
    sandbox = await deps.look();
    pause = Math.min(pause * GROWTH, LONGEST_PAUSE);
  }
  return sandbox;
}

function isOver(sandbox: Sandbox | undefined, wanted: Status, until: Date, now: Date): boolean {
  return isGone(sandbox) || apiStatus(sandbox) === wanted || !mayBecome(sandbox, wanted, until) || until <= now;
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
