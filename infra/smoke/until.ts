import { wait } from '../../shared/client/retries.ts';

/** The failure of a step, with a sentence for the user. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

/** The user interrupted the run. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('The run was interrupted.');
  }
}

/** Milliseconds between two polls. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5_000;
const GROWTH = 1.5;

/** The result of a poll that must be repeated, with the reason. */
interface NotYet {
  readonly notYet: string;
}

/** Polls until there is a result. @throws StepFailed when aborted, with the last reason; errors of `look` */
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
