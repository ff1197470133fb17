import type { IncomingMessage, RequestOptions } from 'node:http';
import { requestTo } from './http-request.ts';
import { checkTarget, pinnedTo, type Target, TargetRefusedError, type TargetRules } from './target.ts';

/** Times are in milliseconds, and include look-ups of names and redirects. */
export interface FetchLimits {
  /** Of one request. */
  readonly timeout: number;
  /** Of all requests together, from the making of this fetch on. */
  readonly totalTimeout: number;
  /** How many requests may be made, redirects included. */
  readonly maxRequests: number;
  /** Of the body of an answer. */
  readonly maxBytes: number;
}

const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 32 * 1024;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Statuses whose answers have no body. */
const EMPTY = [204, 205, 304];

interface Question {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * A `fetch` for places that owners name. Each request goes to a checked address alone, and follows three redirects at
 * most, none of which leaves the scheme, host and port: so credentials get nowhere else. A redirect to another place is
 * the answer. Whole answers are held.
 *
 * It throws OutboundError, and the reason of the caller's signal.
 */
export function boundedFetch(rules: TargetRules, limits: FetchLimits): typeof globalThis.fetch {
  const until = performance.now() + limits.totalTimeout;
  let requests = 0;
  const count = () => {
    requests += 1;
    if (requests > limits.maxRequests) throw new OutboundError('too_many', 'it would take too many requests');
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
      if (limit.aborted) throw new OutboundError('timed_out', 'it did not answer in time', { cause: error });
      if (error instanceof OutboundError) throw error;
      if (error instanceof TargetRefusedError) throw new OutboundError('refused', error.message, { cause: error });
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

async function follow(start: URL, asked: Question, way: Way): Promise<Response> {
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

/** Where a redirect leads, if that is the same server: any other is for the caller to see, and not followed. */
function redirected(from: URL, location: string | null): URL | undefined {
  const to = location !== null && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  return to?.origin === from.origin ? to : undefined;
}

function asGet({ headers }: Question): Question {
  const { 'content-type': _, ...kept } = headers;
  return { method: 'GET', headers: kept, body: Buffer.alloc(0) };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function exchange(target: Target, question: Question, { signal, maxBytes }: Way): Promise<Response> {
  const { url, hostname, addresses } = target;
  const { method, headers, body } = question;
  const options: RequestOptions = {
    method,
    hostname,
    headers: { ...headers, host: url.host, ...(body.length > 0 ? { 'content-length': body.length } : {}) },
    // A connection of its own: one that was opened before its address was checked must not be used again.
    agent: false,
    lookup: pinnedTo(addresses),
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = requestTo(url, options);
    request.on('error', reject);
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new OutboundError('unreachable', 'it changed the protocol'));
    });
    let answered = false;
    request.on('close', () => {
      // A body may end with the connection.
      if (!answered) reject(new OutboundError('unreachable', 'it closed the connection'));
    });
    request.on('response', (response) => {
      answered = true;
      void whole(response, maxBytes).then(resolve, reject);
    });
    request.end(body);
  });
}

async function whole(response: IncomingMessage, maxBytes: number): Promise<Response> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    // Leaving the loop ends the connection.
    if (bytes > maxBytes) throw new OutboundError('too_large', 'its answer is too long');
    pieces.push(piece);
  }
  const { statusCode: status = 0 } = response;
  if (status < 200 || status > 599) throw new OutboundError('unreachable', 'its answer is not HTTP');
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headersDistinct)) {
    for (const text of value ?? []) headers.append(name, text);
  }
  return new Response(EMPTY.includes(status) ? null : Buffer.concat(pieces), { status, headers });
}

/** Why a request to a named place has no answer. */
export type OutboundFailure = 'refused' | 'unreachable' | 'timed_out' | 'too_large' | 'too_many';

/** No answer: why, in a few words that owners may read, without addresses of the service's network. */
export class OutboundError extends Error {
  override readonly name: string;
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.failure = failure;
    // As fetch names it.
    this.name = failure === 'timed_out' ? 'TimeoutError' : 'OutboundError';
  }
}

/** What the other side did, by the code of the error. */
const failures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ETIMEDOUT: 'cannot be reached',
};

/**
 * Known causes in our own words, as a library's message can contain addresses.
 *
 * @param subject the name of the other side in the sentence
 */
export function failureWords(error: unknown, subject = 'it'): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (failures[code]) return `${subject} ${failures[code]}`;
  const whose = subject === 'it' ? 'its' : 'the';
  if (code === 'HPE_HEADER_OVERFLOW') return `the headers of ${whose} answer are too long`;
  if (code.startsWith('HPE_')) return `${whose} answer is not HTTP`;
  if (/CERT|TLS|SSL|ISSUER|SELF_SIGNED/.test(code)) return `the TLS connection failed (${code})`.slice(0, 100);
  return 'the connection failed';
}
