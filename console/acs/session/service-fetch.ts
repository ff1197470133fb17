import { Failure, NoResponse } from '../output/failure.ts';

/** Milliseconds without a response before a notice is printed, and before the request is abandoned. */
const patience = { notice: 10_000, abort: 60_000 } as const;

/** The content types of the service. */
const OWN_TYPES = /^(application\/(json|octet-stream|zip)|text\/(csv|event-stream))\b/;

/** `fetch` that prints a notice during a long wait and explains a missing response. @throws Failure; NoResponse */
export function serviceFetch(address: string, say: (text: string) => unknown): typeof fetch {
  return async (input, init) => {
    const limit = new AbortController();
    const notice = setTimeout(() => say(`Still waiting for a response from ${address}.`), patience.notice);
    const abort = setTimeout(() => limit.abort(), patience.abort);
    const signals = [limit.signal, init?.signal ?? (input instanceof Request ? input.signal : undefined)];
    try {
      // The limit applies until the headers arrive: a download can take longer.
      return await fetch(input, {
        ...init,
        signal: AbortSignal.any(signals.filter((signal) => signal !== undefined && signal !== null)),
      });
    } catch (error) {
      if (limit.signal.aborted) throw noResponse(address, `within ${patience.abort / 1000}s`);
      if (!isUnreachable(error)) throw error;
      throw isRedirect(error) ? redirected(address) : noResponse(address, codeOf(error));
    } finally {
      clearTimeout(notice);
      clearTimeout(abort);
    }
  };
}

/** Accepts only responses of the service. @throws Failure when another server responds */
export function answersOnly(address: string, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const type = response.headers.get('content-type') ?? 'nothing';
    if (!response.ok || response.status === 204 || OWN_TYPES.test(type)) return response;
    await response.body?.cancel();
    throw new Failure(
      `${address} is not the service: it responded with ${type}.`,
      'Set the URL of the service with --url or ACS_URL.',
    );
  };
}

/** Why a request is sent again. */
export function reasonOf(outcome: Response | { readonly error: unknown }): string {
  if (!(outcome instanceof Response)) return outcome.error instanceof Error ? outcome.error.message : 'No response.';
  const why = outcome.status === 429 ? 'Too many requests' : 'The service is busy';
  return `${why} (${outcome.status}).`;
}

/** @param pause in milliseconds */
export function againIn(pause: number): string {
  return `Trying again in ${Math.max(1, Math.round(pause / 1000))}s.`;
}

/** The error of `fetch` for every failed connection. */
function isUnreachable(error: unknown): error is TypeError {
  return error instanceof TypeError && error.message === 'fetch failed';
}

/** The client follows no redirect, which would receive its key. */
function isRedirect({ cause }: TypeError): boolean {
  return cause instanceof Error && cause.message === 'unexpected redirect';
}

function redirected(address: string): Failure {
  return new Failure(
    `${address} redirects to another URL. The API key was not sent there.`,
    'Set the URL of the service itself with --url or ACS_URL.',
  );
}

function codeOf({ cause }: TypeError): string {
  return cause instanceof Error && 'code' in cause ? `(${String(cause.code)})` : '';
}

function noResponse(address: string, why: string): NoResponse {
  return new NoResponse(
    `No response from ${[address, why].filter(Boolean).join(' ')}.`,
    'Check that the service is running there, or set another URL with --url or ACS_URL.',
  );
}
