import type { SandboxStatus } from '../../../contract/shapes/enums.ts';
import type { Clock } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { isResting } from '../record/conditions.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { apiStatus, isGone } from '../record/status.ts';

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
export async function waitForStatus(wanted: SandboxStatus, until: Date, deps: WaitDeps): Promise<Sandbox | undefined> {
  return poll(await deps.look(), wanted, until, deps);
}

/** The same in a place among the requests that wait, taken only where the first read leaves something to wait for. */
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
  return isGone(sandbox) || apiStatus(sandbox) === wanted || !mayBecome(sandbox, wanted, until) || until <= now;
}

/** Whether the sandbox may reach a status without another request. */
function mayBecome(sandbox: Sandbox, wanted: SandboxStatus, until: Date): boolean {
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

/** The API key whose request waits. */
export interface Waiter {
  readonly ownerId: string;
  readonly keyId: string;
}

/** How many requests may wait at the same moment. 0: none waits. */
export interface WaitBounds {
  readonly perKey: number;
  /** Over all keys of the deployment. */
  readonly overall: number;
}

/** Why a request may not wait: all places of its key, or of the service, are taken. */
export type WaitRefusal = 'key_full' | 'service_full';

/** What one waiting request holds: a numbered slot in a row of its key, and one in a row of the service. */
export interface WaitPlace {
  readonly holder: string;
  readonly slots: readonly { readonly row: string; readonly number: number }[];
}

/** Bounds how many functions are held by requests that wait. */
export interface WaitPlaces {
  /** Takes a place until then. The place of a function that died is free from that moment on. */
  take(waiter: Waiter, until: Date): Promise<WaitPlace | WaitRefusal>;
  /** Releasing twice, or after `until`, changes nothing: a slot that another request took since stays taken. */
  release(place: WaitPlace): Promise<void>;
}

/** Gives a place back; never rejects. */
export type Release = () => Promise<void>;

/**
 * Takes a place, or returns undefined where the request should answer at once: no place is free, or the table of places
 * cannot be used. Waiting saves a client some requests; it is not worth an error.
 */
export async function placeToWait(places: WaitPlaces, waiter: Waiter, until: Date): Promise<Release | undefined> {
  const place = await takeOrReport(places, waiter, until);
  if (place === undefined) return undefined;
  return () =>
    places.release(place).catch((error: unknown) => {
      log.warn('the place of a wait was not released and ends by itself', { until, error });
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
