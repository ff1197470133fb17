import { Failure, NoAnswer } from '../output/failure.ts';

/** After how many milliseconds without an answer a person learns that it is waited for, and when it is given up. */
const patience = { told: 10_000, givenUp: 60_000 } as const;

/** The types of the service's own answers. */
const OWN_TYPES = /^(application\/(json|zip)|text\/csv)\b/;

/** `fetch` for people: it says what it waits for, and why no answer came. @throws Failure; NoAnswer */
export function serviceFetch(address: string, say: (text: string) => void): typeof fetch {
  return async (input, init) => {
    const limit = new AbortController();
    const told = setTimeout(() => say(`Still waiting for an answer from ${address}.`), patience.told);
    const givenUp = setTimeout(() => limit.abort(), patience.givenUp);
    const signals = [limit.signal, init?.signal ?? (input instanceof Request ? input.signal : undefined)];
    try {
      // What comes after the head of the answer, such as a download, takes as long as it takes.
      return await fetch(input, {
        ...init,
        signal: AbortSignal.any(signals.filter((signal) => signal !== undefined && signal !== null)),
      });
    } catch (error) {
      if (limit.signal.aborted) throw noAnswer(address, `within ${patience.givenUp / 1000}s`);
      if (!isUnreachable(error)) throw error;
      throw isRedirect(error) ? leadsElsewhere(address) : noAnswer(address, codeOf(error));
    } finally {
      clearTimeout(told);
      clearTimeout(givenUp);
    }
  };
}

/** The same for answers of the service alone. @throws Failure when something else answers in its place */
export function answersOnly(address: string, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const type = response.headers.get('content-type') ?? 'nothing';
    if (!response.ok || OWN_TYPES.test(type)) return response;
    await response.body?.cancel();
    throw new Failure(
      `${address} is not the service: it answered with ${type}.`,
      'Name the service with --url or ACS_URL.',
    );
  };
}

/** What is said before a request is sent again. */
export function retryNotice(outcome: Response | { readonly error: unknown }, pause: number): string {
  const again = `Trying again in ${Math.max(1, Math.round(pause / 1000))}s.`;
  if (outcome instanceof Response) {
    const why = outcome.status === 429 ? 'Too many requests' : 'The service is busy';
    return `${why} (${outcome.status}). ${again}`;
  }
  return `${outcome.error instanceof Error ? outcome.error.message : 'No answer.'} ${again}`;
}

/** `fetch` says so of every connection that failed. */
function isUnreachable(error: unknown): error is TypeError {
  return error instanceof TypeError && error.message === 'fetch failed';
}

/** The client follows no answer, as its key would go along. */
function isRedirect({ cause }: TypeError): boolean {
  return cause instanceof Error && cause.message === 'unexpected redirect';
}

function leadsElsewhere(address: string): Failure {
  return new Failure(
    `${address} redirects to another address. The API key was not sent there.`,
    'Name the service itself with --url or ACS_URL.',
  );
}

function codeOf({ cause }: TypeError): string {
  return cause instanceof Error && 'code' in cause ? `(${String(cause.code)})` : '';
}

function noAnswer(address: string, why: string): NoAnswer {
  return new NoAnswer(
    `No answer from ${[address, why].filter(Boolean).join(' ')}.`,
    'Check that the service runs there, or name another one with --url or ACS_URL.',
  );
}
