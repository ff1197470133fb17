import { retryAfterSeconds } from '../../../shared/client/api-problem.ts';
import { Failure, NoAnswer } from '../output/failure.ts';

/**
 * `fetch` for people: it says why a command takes longer than it should, and what it means that no answer came. What is
 * sent again the client around it decides. @throws Failure when the service cannot be reached
 */
export function serviceFetch(address: string, say: (text: string) => void): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init).catch((error) => {
      if (!isUnreachable(error)) throw error;
      throw isRedirect(error) ? leadsElsewhere(address) : noAnswer(address, error);
    });
    const wait = retryAfterSeconds(response);
    const after = wait === null ? '' : ` It asks for a wait of ${Math.ceil(wait)} s.`;
    if (response.status === 429) say(`The service has had too many requests for now (429).${after}`);
    if (response.status >= 502 && response.status <= 504) say(`The service is busy (${response.status}).${after}`);
    return response;
  };
}

/** The same for answers of the service alone. @throws Failure when a web page comes in the place of one */
export function answersOnly(address: string, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.ok || response.headers.get('content-type')?.startsWith('text/html') !== true) return response;
    await response.body?.cancel();
    throw new Failure(`${address} answers with a web page: it is not the service.`, 'Name it by --url or ACS_URL.');
  };
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
    `${address} answers with another address. The API key was not sent on to it.`,
    'Name the address of the service itself by --url or ACS_URL.',
  );
}

function noAnswer(address: string, { cause }: TypeError): NoAnswer {
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new NoAnswer(
    `No answer from ${address}${code}.`,
    'Start the service there, or name another one by --url or ACS_URL.',
  );
}
