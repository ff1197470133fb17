import type { SuggestedTask } from '../git-host.ts';

/** How often one call may ask a provider, so that a person with many open changes does not use up its rate limit. */
export class RequestBudget {
  #left: number;

  constructor(requests: number) {
    this.#left = requests;
  }

  /** @returns whether one more request may be made */
  take(): boolean {
    this.#left -= 1;
    return this.#left >= 0;
  }
}

/** Leaves out the changes that need nothing. */
export function tasksOf(found: readonly (SuggestedTask | undefined)[]): readonly SuggestedTask[] {
  return found.filter((task) => task !== undefined);
}
