/** How long a request waits for the beginning of its response, and then for the rest of it, in milliseconds. */
interface Patience {
  readonly response: number;
  readonly body: number;
}

const usual: Patience = { response: 10_000, body: 20_000 };

/** For requests that take longer: the service's own limit is 29 seconds. */
const passedOn: Patience = { response: 30_000, body: 300_000 };

/** Parts of paths whose response comes from an agent or another server, is a file, or is of many starts. */
const elsewhere =
  /\/(git|git-info|git-providers|provider-connections|files?|download|commands|terminal|logs|metrics|send-message|switch_profile|ping|fork)(\/|$)/;

/** Query parameters by which the caller asks the service to wait. */
const waits = ['resume', 'wait', 'timeout', 'follow'];

/** @returns undefined for a request that lasts as long as it wants, such as a stream */
export function patienceOf({ url, headers }: Pick<Request, 'url' | 'headers'>): Patience | undefined {
  const { pathname, searchParams } = new URL(url);
  if (headers.get('accept')?.includes('text/event-stream')) return undefined;
  if (waits.some((name) => searchParams.has(name))) return undefined;
  return elsewhere.test(pathname) ? passedOn : usual;
}

/** Why a request was given up. */
export function noAnswer(milliseconds: number): DOMException {
  return new DOMException(`No response arrived within ${milliseconds / 1000} seconds.`, 'TimeoutError');
}

/** A person is waiting: a slow request must fail soon, so that they can try again. */
export const RETRIES = { attempts: 3, longestWait: 3_000 } as const;
