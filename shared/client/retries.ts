import { retryAfterSeconds } from './api-problem.ts';
import { wait } from './wait.ts';

export interface RetryOptions {
  /** How often a request is sent at most, the first time included. 1: never again. */
  readonly attempts: number;
  /** The wait before the second try, in milliseconds, where the service names none. It doubles from try to try. */
  readonly firstWait: number;
  /** A wait longer than this is left to the caller: the failure is thrown at once. In milliseconds. */
  readonly longestWait: number;
  /** Hears of each further try: what came of the last one, and how many milliseconds are waited before it. */
  readonly onRetry?: (outcome: Response | Lost, pause: number) => void;
}

export const defaultRetries: RetryOptions = { attempts: 4, firstWait: 300, longestWait: 60_000 };

/** What can be sent twice and does no more than once. */
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * `fetch` that sends a request again where that is safe: after a 429 or 409 that names a time, as then nothing was
 * done; after a 502, 503 or 504 and after a lost connection only what is repeatable by its method, or carries an
 * Idempotency-Key. What is left at the end is the last answer or the last error.
 */
export function retrying(send: typeof fetch, options: RetryOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= options.attempts;
      const outcome = await tried(send, isLast ? request : request.clone());
      const pause = isLast ? undefined : waitAfter(outcome, request, options, attempt);
      if (pause === undefined) {
        if (outcome instanceof Response) return outcome;
        throw outcome.error;
      }
      // The body is not read: let go of the connection.
      if (outcome instanceof Response) await outcome.body?.cancel();
      options.onRetry?.(outcome, pause);
      await wait(pause, request.signal);
    }
  };
}

/** No answer came. */
interface Lost {
  readonly error: unknown;
}

async function tried(send: typeof fetch, request: Request): Promise<Response | Lost> {
  try {
    return await send(request);
  } catch (error) {
    return { error };
  }
}

/** How many milliseconds until the next try; undefined where there is none. */
function waitAfter(
  outcome: Response | Lost,
  request: Request,
  options: RetryOptions,
  attempt: number,
): number | undefined {
  if (request.signal.aborted) return undefined;
  // Up to half as long again, so that those who were refused together do not come back together.
  const backOff = options.firstWait * 2 ** (attempt - 1) * (1 + Math.random() / 2);
  if (!(outcome instanceof Response)) return isRepeatable(request) ? backOff : undefined;
  const named = retryAfterSeconds(outcome);
  const pause = named === null ? backOff : named * 1000;
  if (pause > options.longestWait) return undefined;
  if (outcome.status === 429 || outcome.status === 409) return named === null ? undefined : pause;
  return [502, 503, 504].includes(outcome.status) && isRepeatable(request) ? pause : undefined;
}

function isRepeatable(request: Request): boolean {
  return repeatable.has(request.method) || request.headers.has('idempotency-key');
}
