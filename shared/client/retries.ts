import { retryAfterSeconds } from './api-problem.ts';

export interface RetryOptions {
  /** The most times a request is sent. 1: no retry. */
  readonly attempts: number;
  /** Milliseconds before the first retry unless the service names a time. Doubles with each retry. */
  readonly firstWait: number;
  /** Milliseconds. When a wait would be longer, the failure is thrown immediately. */
  readonly longestWait: number;
  /** Called before each retry with the last outcome and the wait in milliseconds. */
  readonly onRetry?: (outcome: Response | Lost, pause: number) => void;
}

export const defaultRetries: RetryOptions = { attempts: 4, firstWait: 300, longestWait: 60_000 };

/** Methods that have the same effect when a request is sent twice. */
const repeatable: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * `fetch` that retries where that is safe: after a 429 or 409 with Retry-After, as the service has done nothing; after
 * a 502, 503 or 504 or a lost connection only when the method is repeatable or the request has an Idempotency-Key.
 * Returns the last response, or throws the last error.
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
      // Releases the connection, as nothing reads the body.
      if (outcome instanceof Response) await outcome.body?.cancel();
      options.onRetry?.(outcome, pause);
      await wait(pause, request.signal);
    }
  };
}

/** No response arrived. */
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

/** Milliseconds until the next attempt; undefined when there is none. */
function waitAfter(
  outcome: Response | Lost,
  request: Request,
  options: RetryOptions,
  attempt: number,
): number | undefined {
  if (request.signal.aborted) return undefined;
  // Random up to half as long again, so that clients that were refused together do not return together.
  const backOff = options.firstWait * 2 ** (attempt - 1) * (1 + Math.random() / 2);
  if (!(outcome instanceof Response)) return isRepeatable(request) && !isTimeout(outcome) ? backOff : undefined;
  const named = retryAfterSeconds(outcome);
  const pause = named === null ? backOff : named * 1000;
  if (pause > options.longestWait) return undefined;
  if (outcome.status === 429 || outcome.status === 409) return named === null ? undefined : pause;
  return [502, 503, 504].includes(outcome.status) && isRepeatable(request) ? pause : undefined;
}

/** A caller who limits the time of an attempt does not want to wait for several. */
function isTimeout({ error }: Lost): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

function isRepeatable(request: Request): boolean {
  return repeatable.has(request.method) || request.headers.has('idempotency-key');
}

/** @throws the reason of the signal as soon as it aborts */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', aborted, { once: true });
    function done(): void {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }
    function aborted(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
}

const FIRST_MILLISECONDS = 500;
const LONGEST_MILLISECONDS = 30_000;

/** Milliseconds before the next connection after this many failures in a row: exponential, with jitter. */
export function backoff(failures: number, chance: number = Math.random()): number {
  const most = Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** Math.min(failures, 10));
  return Math.round(most / 2 + (most / 2) * chance);
}
