import { retryAfterSeconds } from '../../../shared/client/api-problem.ts';
import { Failure, NoAnswer } from '../output/failure.ts';

/**
 * `fetch` for people: it says why a command takes longer than it should, and what it means that no answer came. What is
 * sent again the client around it decides. @throws Failure when the service cannot be reached
 */
export function serviceFetch(address: string, say: (text: string) => void): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init).catch((error) => {
      throw isUnreachable(error) ? noAnswer(address, error) : error;
    });
    const wait = retryAfterSeconds(response);
    const after = wait === null ? '' : ` It asks for a wait of ${Math.ceil(wait)} s.`;
    if (response.status === 429) say(`The service has had too many requests for now (429).${after}`);
    if (response.status >= 502 && response.status <= 504) say(`The service is busy (${response.status}).${after}`);
    if (response.ok && response.headers.get('content-type')?.startsWith('text/html') === true) {
      await response.body?.cancel();
      throw new Failure(
        `${address} answers with a web page: it is not the service.`,
        'Name the service by --url or ACS_URL.',
      );
    }
    return response;
  };
}

/** `fetch` says so of every connection that failed. */
function isUnreachable(error: unknown): error is TypeError {
  return error instanceof TypeError && error.message === 'fetch failed';
}

function noAnswer(address: string, { cause }: TypeError): NoAnswer {
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new NoAnswer(
    `No answer from ${address}${code}.`,
    'Start the service there, or name another one by --url or ACS_URL.',
  );
}
