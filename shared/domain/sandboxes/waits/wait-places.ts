import { log } from '../../../platform/log.ts';

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
