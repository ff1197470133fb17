import type { IncomingMessage } from 'node:http';
import { NoResponseError, requestTo } from './http-request.ts';
import { readWithin } from './read-within.ts';
import { checkTarget, pinnedTo, type Target, TargetRefusedError, type TargetRules } from './target.ts';

/** Times are in milliseconds, and include DNS look-ups and redirects. */
export interface FetchLimits {
  /** For one request. */
  readonly timeout: number;
  /** For all requests, from the creation of this fetch. */
  readonly totalTimeout: number;
  /** Includes redirects. */
  readonly maxRequests: number;
  /** For the body of a response. */
  readonly maxBytes: number;
}

const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 32 * 1024;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Statuses without a body. */
const EMPTY = [204, 205, 304];

interface OutgoingRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * A `fetch` for untrusted URLs. It connects only to checked addresses, and follows at most three redirects within the
 * same origin, so that credentials stay there. A redirect to another origin is returned as the response. Responses are
 * held in memory.
 *
 * The fetch throws OutboundError, or the reason of the caller's signal.
 */
export function boundedFetch(rules: TargetRules, limits: FetchLimits): typeof globalThis.fetch {
  const until = performance.now() + limits.totalTimeout;
  let requests = 0;
  const count = () => {
    requests += 1;
    if (requests > limits.maxRequests) throw new OutboundError('too_many', 'it needs too many requests');
  };
  return async (input, init) => {
    const request = new Request(input instanceof URL ? input.href : input, init);
    const time = Math.min(limits.timeout, until - performance.now());
    const limit = AbortSignal.timeout(Math.max(1, Math.ceil(time)));
    const signal = AbortSignal.any([request.signal, limit]);
    const question = {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: Buffer.from(await request.arrayBuffer()),
    };
    try {
      return await follow(new URL(request.url), question, { rules, signal, count, maxBytes: limits.maxBytes });
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      if (limit.aborted) throw new OutboundError('timed_out', 'it did not respond in time', { cause: error });
      if (error instanceof OutboundError) throw error;
      if (error instanceof TargetRefusedError) throw new OutboundError('refused', error.message, { cause: error });
      if (error instanceof NoResponseError)
        throw new OutboundError('unreachable', `it ${error.message}`, { cause: error });
      throw new OutboundError('unreachable', failureWords(error), { cause: error });
    }
  };
}

interface Way {
  readonly rules: TargetRules;
  readonly signal: AbortSignal;
  readonly count: () => void;
  readonly maxBytes: number;
}

async function follow(start: URL, asked: OutgoingRequest, way: Way): Promise<Response> {
  let url = start;
  let question = asked;
  for (let redirects = 0; ; redirects += 1) {
    way.count();
    const target = await Promise.race([checkTarget(url.href, way.rules), aborted(way.signal)]);
    const answer = await exchange(target, question, way);
    const next = REDIRECTS.includes(answer.status) ? redirected(url, answer.headers.get('location')) : undefined;
    if (next === undefined) return answer;
    if (redirects === MAX_REDIRECTS) throw new OutboundError('refused', 'it redirects too often');
    url = next;
    if (answer.status === 303 || (answer.status < 303 && question.method === 'POST')) question = asGet(question);
  }
}

/** The target of a redirect in the same origin; undefined for others, which are returned to the caller. */
function redirected(from: URL, location: string | null): URL | undefined {
  const to = location !== null && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  return to?.origin === from.origin ? to : undefined;
}

function asGet({ headers }: OutgoingRequest): OutgoingRequest {
  const { 'content-type': _, ...kept } = headers;
  return { method: 'GET', headers: kept, body: Buffer.alloc(0) };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function exchange(target: Target, question: OutgoingRequest, { signal, maxBytes }: Way): Promise<Response> {
  const { url, hostname, addresses } = target;
  const { method, headers, body } = question;
  const options = {
    method,
    hostname,
    headers: { ...headers, host: url.host, ...(body.length > 0 ? { 'content-length': body.length } : {}) },
    lookup: pinnedTo(addresses),
    maxHeaderSize: MAX_HEADER_BYTES,
    body,
    signal,
  };
  return requestTo(url, options, (response) => readResponse(response, maxBytes));
}

async function readResponse(response: IncomingMessage, maxBytes: number): Promise<Response> {
  const tooLong = () => new OutboundError('too_large', 'its response is too long');
  const bytes = await readWithin(response, maxBytes, tooLong);
  const { statusCode: status = 0 } = response;
  if (status > 599) throw new OutboundError('unreachable', 'its response is not HTTP');
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headersDistinct)) {
    for (const text of value ?? []) headers.append(name, text);
  }
  return new Response(EMPTY.includes(status) ? null : bytes, { status, headers });
}

/** Why a request has no response. */
export type OutboundFailure = 'refused' | 'unreachable' | 'timed_out' | 'too_large' | 'too_many';

/** A request without a response. The message is public, and contains no addresses of the service's network. */
export class OutboundError extends Error {
  override readonly name: string;
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.failure = failure;
    // The name that `fetch` uses.
    this.name = failure === 'timed_out' ? 'TimeoutError' : 'OutboundError';
  }
}

/** Causes by error code, as part of a sentence. */
const failures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ETIMEDOUT: 'cannot be reached',
};

/**
 * The cause of an error in our own words, as messages of libraries can contain addresses.
 *
 * @param subject the other side, as the subject of the sentence
 */
export function failureWords(error: unknown, subject = 'it'): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (failures[code]) return `${subject} ${failures[code]}`;
  const whose = subject === 'it' ? 'its' : 'the';
  if (code === 'HPE_HEADER_OVERFLOW') return `the headers of ${whose} response are too long`;
  if (code.startsWith('HPE_')) return `${whose} response is not HTTP`;
  if (/CERT|TLS|SSL|ISSUER|SELF_SIGNED/.test(code)) return `the TLS connection failed (${code})`.slice(0, 100);
  return 'the connection failed';
}
