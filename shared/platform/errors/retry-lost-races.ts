import { VersionConflictError } from './errors.ts';

/** How often a caller decides anew by default. */
const TRIES = 12;

interface Bounds {
  /** How often `decide` is called at most. */
  readonly tries?: number;
  /** Which failures are lost races. */
  readonly isLost?: (error: unknown) => boolean;
}

/** Decides again, on a new read, when another writer was faster. @throws the last lost race */
export async function retryLostRaces<T>(
  decide: () => Promise<T>,
  { tries = TRIES, isLost = (error) => error instanceof VersionConflictError }: Bounds = {},
): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await decide();
    } catch (error) {
      if (!isLost(error) || left <= 0) throw error;
    }
  }
}
