import { VersionConflictError } from './errors.ts';

/** How often a decision is made anew before its caller hears of the race. */
const TRIES = 12;

/** Reads, decides and writes again when somebody else wrote in between. `decide` has to read anew each time. */
export async function retryLostRaces<T>(decide: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await decide();
    } catch (error) {
      if (!(error instanceof VersionConflictError) || tries === TRIES) throw error;
    }
  }
}
