import type { SuggestedTask } from '../git-host.ts';

/** Bounds the requests of one call, so that users with many open changes do not use up their rate limit. */
export class RequestBudget {
  #left: number;

  constructor(requests: number) {
    this.#left = requests;
  }

  /** @returns whether one more request is allowed */
  take(): boolean {
    this.#left -= 1;
    return this.#left >= 0;
  }
}

/** The tasks of changes, in order: the first changes get as much of the budget as they need. */
export async function tasksInTurn<T>(
  changes: readonly T[],
  requests: number,
  taskOf: (change: T, budget: RequestBudget) => Promise<SuggestedTask | undefined>,
): Promise<readonly SuggestedTask[]> {
  const budget = new RequestBudget(requests);
  const found: SuggestedTask[] = [];
  for (const change of changes) {
    const task = await taskOf(change, budget);
    if (task) found.push(task);
  }
  return found;
}
