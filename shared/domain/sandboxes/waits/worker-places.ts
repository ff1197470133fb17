import type { WaitPlace, WaitPlaces, WaitRefusal } from './wait-for-status.ts';

/** The most workers of one owner at a time: a third to a half of the concurrency that a deployment reserves. */
export const workersPerOwner = { backfill: 15, start: 30, deliver: 8 } as const;

export type WorkKind = keyof typeof workersPerOwner;

/** Attempts to get a place, as other workers of the owner may be about to end. */
const TRIES = 3;

/** Pause between attempts, in milliseconds. */
const PAUSE = 1_500;

interface PlaceDeps {
  readonly places: WaitPlaces;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

/** Takes a place among the workers of an owner. @returns undefined if none is free; another worker starts later */
export async function placeToWork(
  kind: WorkKind,
  ownerId: string,
  until: Date,
  { places, pause }: PlaceDeps,
): Promise<WaitPlace | undefined> {
  for (let tries = 1; ; tries += 1) {
    // No owner's id begins with `#`.
    const place: WaitPlace | WaitRefusal = await places.take({ ownerId: `#${kind}`, keyId: ownerId }, until);
    if (typeof place !== 'string') return place;
    if (tries === TRIES) return undefined;
    await pause(PAUSE);
  }
}
