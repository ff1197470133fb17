import type { SandboxStatus } from '../../../contract/shapes/enums.ts';
import type { Clock } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { isResting } from '../record/conditions.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { apiStatus, isGone } from '../record/status.ts';

export interface WaitDeps {
  readonly look: () => Promise<Sandbox | undefined>;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
}

export interface PlaceDeps extends WaitDeps {
  /** Takes a place among the waiting requests; undefined when none is free. */
  readonly takePlace: () => Promise<Release | undefined>;
}

export interface Waited {
  /** The last row read. */
  readonly sandbox: Sandbox | undefined;
  /** Whether the request had to wait but got no place, so that the row is the first one read. */
  readonly isRefused: boolean;
}

/** In milliseconds. Pauses between reads grow, as most changes happen soon. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 1_000;
const GROWTH = 2;

/** Polls until the sandbox has the status, cannot reach it, or `until` has passed. @returns the last row read */
export async function waitForStatus(wanted: SandboxStatus, until: Date, deps: WaitDeps): Promise<Sandbox | undefined> {
  return poll(await deps.look(), wanted, until, deps);
}

/** The same within a place among the waiting requests, taken only if the first read leaves something to wait for. */
export async function waitInPlace(wanted: SandboxStatus, until: Date, deps: PlaceDeps): Promise<Waited> {
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

async function poll(first: Sandbox | undefined, wanted: SandboxStatus, until: Date, deps: WaitDeps) {
  let sandbox = first;
  for (let pause = FIRST_PAUSE; !isOver(sandbox, wanted, until, deps.now()); ) {
    await deps.pause(Math.min(pause, until.getTime() - deps.now().getTime()));
    sandbox = await deps.look();
    pause = Math.min(pause * GROWTH, LONGEST_PAUSE);
  }
  return sandbox;
}

function isOver(sandbox: Sandbox | undefined, wanted: SandboxStatus, until: Date, now: Date): boolean {
  return isGone(sandbox) || apiStatus(sandbox) === wanted || !canBecome(sandbox, wanted, until) || until <= now;
}

/** Whether the sandbox can reach a status without another request. */
function canBecome(sandbox: Sandbox, wanted: SandboxStatus, until: Date): boolean {
  switch (wanted) {
    case 'RUNNING':
    case 'STARTING':
      return sandbox.desired === 'RUNNING';
    case 'PAUSED':
    case 'ERROR':
      return sandbox.desired === 'RUNNING' || !isResting(sandbox);
    // Only a paused sandbox expires, at a known time.
    case 'MISSING':
      return sandbox.desired === 'PAUSED' && sandbox.expires_at !== null && new Date(sandbox.expires_at) <= until;
  }
}

/** The API key of a waiting request. */
export interface Waiter {
  readonly ownerId: string;
  readonly keyId: string;
}

/** The most requests that can wait at the same time; 0 for none. */
export interface WaitBounds {
  readonly perKey: number;
  /** For all keys of the deployment together; null without such a limit. */
  readonly overall: number | null;
}

/** Why a request cannot wait: all places of its key, or of the service, are taken. */
export type WaitRefusal = 'key_full' | 'service_full';

/** The slots of one waiting request: one in the row of its key, and one in a row of the service. */
export interface WaitPlace {
  readonly holder: string;
  readonly slots: readonly { readonly row: string; readonly number: number }[];
}

/** Limits how many functions are occupied by waiting requests. */
export interface WaitPlaces {
  /** Takes a place until then, when it becomes free even if its function has died. */
  take(waiter: Waiter, until: Date): Promise<WaitPlace | WaitRefusal>;
  /** Releasing twice, or after `until`, changes nothing, even if another request has since taken the slot. */
  release(place: WaitPlace): Promise<void>;
}

/** Releases a place; never rejects. */
export type Release = () => Promise<void>;

/**
 * Takes a place, or returns undefined when the request should respond at once: no place is free, or the table of places
 * failed. Waiting only saves a client some requests, so it is not worth an error.
 */
export async function placeToWait(places: WaitPlaces, waiter: Waiter, until: Date): Promise<Release | undefined> {
  const place = await takeOrReport(places, waiter, until);
  if (place === undefined) return undefined;
  return () =>
    places.release(place).catch((error: unknown) => {
      log.warn('the place of a waiting request was not released and will expire', { until, error });
    });
}

async function takeOrReport(places: WaitPlaces, waiter: Waiter, until: Date): Promise<WaitPlace | undefined> {
  try {
    const outcome = await places.take(waiter, until);
    if (typeof outcome !== 'string') return outcome;
    log.info('wait refused', { key_id: waiter.keyId, outcome });
  } catch (error) {
    log.warn('wait refused', { key_id: waiter.keyId, outcome: 'not_counted', error });
  }
  return undefined;
}
