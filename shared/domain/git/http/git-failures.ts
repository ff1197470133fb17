import type { GitProvider } from '../../../contract/shapes/enums.ts';
import { type GitFailure, GitHostError, gitHostError, outboundFailure, providerNames } from '../failures.ts';
import type { GitConnection } from '../git-host.ts';

/** Who was asked. */
export type Asked = Pick<GitConnection, 'provider' | 'baseUrl'>;

type Refusal = Pick<Response, 'status' | 'headers'>;

/** What a provider means otherwise than its status says; undefined for all else. */
export type Meaning = (refusal: Refusal) => GitFailure | undefined;

/** A day. A provider that asks for a longer wait is asked again after it. */
const LONGEST_WAIT_SECONDS = 86_400;

/** Resets above this are moments in Unix time, those below are seconds from now: providers use both. */
const EARLIEST_UNIX_TIME = 1_000_000_000;

/** The error for a status that is no success. It holds nothing of the body: a provider may repeat the request in it. */
export function refusalOf(asked: Asked, refusal: Refusal, meaning: Meaning = () => undefined): GitHostError {
  const { status, headers } = refusal;
  const failure = meaning(refusal) ?? failureOf(status, headers);
  const waits = failure === 'rate_limited' || failure === 'failing';
  return gitHostError(asked.provider, failure, {
    host: hostOf(asked),
    retryAfterSeconds: waits ? retryAfterSeconds(headers) : undefined,
    ...(failure === 'failing' || failure === 'malformed_answer' ? { words: `it answered ${status}` } : {}),
  });
}

/** The error for a request that got no answer. Causes of other libraries are left out: they may hold the request. */
export function silenceOf(asked: Asked, error: unknown): GitHostError {
  if (error instanceof GitHostError) return error;
  const host = hostOf(asked);
  const known = outboundFailure(asked.provider, host, error);
  if (known) return known;
  const kind = error instanceof Error ? error.name : '';
  const isLate = kind === 'AbortError' || kind === 'TimeoutError';
  return gitHostError(asked.provider, isLate ? 'timed_out' : 'unreachable', { host });
}

export function malformed(asked: Asked, words: string): GitHostError {
  return gitHostError(asked.provider, 'malformed_answer', { host: hostOf(asked), words });
}

/** @param what `repository` unless it is said */
export function notFound(provider: GitProvider, what?: string): GitHostError {
  const host = providerNames[provider];
  return gitHostError(provider, 'not_found', what === undefined ? { host } : { host, words: what });
}

/** @returns undefined when the provider has nothing there */
export async function orNothing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GitHostError && error.failure === 'not_found') return undefined;
    throw error;
  }
}

/** As people write it, and without what else an address may hold. */
function hostOf({ provider, baseUrl }: Asked): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : providerNames[provider];
}

function failureOf(status: number, headers: Headers): GitFailure {
  if (status === 401) return 'token_refused';
  if (status === 403) return isSpent(headers) ? 'rate_limited' : 'scope_missing';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 408 || status === 504) return 'timed_out';
  if (status === 429) return 'rate_limited';
  return status >= 400 ? 'failing' : 'malformed_answer';
}

function isSpent(headers: Headers): boolean {
  const remaining = [headers.get('ratelimit-remaining'), headers.get('x-ratelimit-remaining')];
  return headers.has('retry-after') || remaining.includes('0');
}

function retryAfterSeconds(headers: Headers): number | undefined {
  const after = headers.get('retry-after');
  const reset = headers.get('ratelimit-reset') ?? headers.get('x-ratelimit-reset');
  const seconds = after === null ? secondsUntil(reset) : secondsOf(after);
  if (seconds === undefined || Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 1), LONGEST_WAIT_SECONDS);
}

/** Seconds, or a date of HTTP. */
function secondsOf(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
}

function secondsUntil(reset: string | null): number | undefined {
  if (reset === null || !/^\d+(\.\d+)?$/.test(reset)) return undefined;
  const value = Number(reset);
  return value > EARLIEST_UNIX_TIME ? value - Date.now() / 1000 : value;
}
