import { wait } from '../../shared/client/retries.ts';

/** Why a step of the run failed, in a sentence for the person who runs it. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

/** The reason with which a run is stopped by its user. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('The run was interrupted.');
  }
}

/** The waits between two looks, in milliseconds: on AWS most of what is waited for takes minutes. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5_000;
const GROWTH = 1.5;

/** A look that did not find what it looked for, with what it found instead. */
interface NotYet {
  readonly notYet: string;
}

/**
 * Looks until there is a result, for as long as the signal lets it.
 *
 * @throws StepFailed with the reason of the signal and what was found last; whatever `look` throws
 */
export async function until<T>(look: () => Promise<T>, signal: AbortSignal): Promise<Exclude<T, NotYet>> {
  let last: string | undefined;
  try {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * GROWTH, LONGEST_PAUSE)) {
      const found = await look();
      if (!isNotYet(found)) return found as Exclude<T, NotYet>;
      last = found.notYet;
      await wait(pause, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    const reason: unknown = signal.reason;
    if (last === undefined || !(reason instanceof Error)) throw reason;
    throw new StepFailed(`${reason.message} ${last}`);
  }
}

function isNotYet<T>(found: T): found is T & NotYet {
  return typeof found === 'object' && found !== null && 'notYet' in found;
}
