import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { Failure } from '../output/failure.ts';

/** What `slow_down` adds to the interval where the service names none, in seconds (RFC 8628, 3.5). */
const SLOWER_BY = 5;

export interface Polls {
  /** Seconds between two polls, at first. */
  readonly interval: number;
  /** For how many seconds the code is good. */
  readonly expiresIn: number;
  readonly poll: () => Promise<string>;
  readonly wait: (seconds: number) => Promise<void>;
  /** In seconds. */
  readonly now: () => number;
}

/**
 * Polls by the rules of RFC 8628: never sooner than asked, slower for good after `slow_down`, and half as often after
 * each connection that is lost. @returns the API key @throws ApiProblem when it was refused; Failure when time is up
 */
export async function pollUntilDecided({ interval, expiresIn, poll, wait, now }: Polls): Promise<string> {
  const end = now() + expiresIn;
  for (let pause = interval; ; ) {
    if (now() + pause > end) throw new Failure('The code has expired.', 'Begin again: acs login --device');
    await wait(pause);
    try {
      return await poll();
    } catch (error) {
      pause = nextPause(error, pause);
    }
  }
}

function nextPause(error: unknown, pause: number): number {
  // No connection: the service may be back in a moment.
  if (error instanceof Failure) return pause * 2;
  if (!(error instanceof ApiProblem)) throw error;
  if (error.code === 'authorization_pending') return pause;
  if (error.code === 'slow_down') return Math.max(pause, error.problem?.interval ?? pause + SLOWER_BY);
  throw error;
}
