import type { GitProvider } from '../../../contract/shapes/enums.ts';
import { type GitFailure, GitHostError } from '../git-host-error.ts';

/** What people call the providers. */
const names: Readonly<Record<GitProvider, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  enterprise_sso: 'GitHub',
  bitbucket_data_center: 'Bitbucket Data Center',
  forgejo: 'Forgejo',
  azure_devops: 'Azure DevOps',
};

/** Where a provider answers otherwise than its status says. */
export type StatusMeanings = Readonly<Record<number, GitFailure>>;

/** A day. A provider that asks for a longer wait is asked again after it. */
const LONGEST_WAIT_SECONDS = 86_400;

/** Resets above this are moments in Unix time, those below are seconds from now: providers use both. */
const EARLIEST_UNIX_TIME = 1_000_000_000;

/** The error for a status that is no success. It holds nothing of the body: a provider may repeat the request in it. */
export function refusalOf(
  provider: GitProvider,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  meanings: StatusMeanings = {},
): GitHostError {
  const name = names[provider];
  const failure = meanings[status] ?? failureOf(status, headers);
  const retryAfter = retryAfterSeconds(headers);
  if (failure === 'rate_limited') {
    const when = retryAfter === undefined ? 'Try again later.' : `It answers again in ${retryAfter} seconds.`;
    return new GitHostError(provider, failure, `${name} got too many requests with this token. ${when}`, retryAfter);
  }
  const sentences: Readonly<Partial<Record<GitFailure, string>>> = {
    token_refused: `${name} refused the token: it is wrong, expired or revoked. Store a new one in the settings.`,
    scope_missing: `The token for ${name} lacks a permission that this needs. Store one with more scopes.`,
    not_found: `${name} has nothing of this name, or the token may not see it.`,
    failing: `${name} answered with an error (HTTP ${status}). Try again later.`,
  };
  const sentence = sentences[failure] ?? `${name} gave an unexpected answer (HTTP ${status}).`;
  return new GitHostError(provider, failure, sentence, failure === 'failing' ? retryAfter : undefined);
}

/** The error for a request that got no answer. The cause is left out: its text may hold the request. */
export function silenceOf(provider: GitProvider, baseUrl: string, error: unknown): GitHostError {
  if (error instanceof GitHostError) return error;
  const kind = error instanceof Error ? error.name : '';
  if (kind === 'AbortError' || kind === 'TimeoutError') {
    return new GitHostError(provider, 'timed_out', `${names[provider]} did not answer in time. Try again later.`);
  }
  if (isTooLarge(error)) return malformed(provider, 'it is too long');
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : 'its address';
  return new GitHostError(provider, 'unreachable', `${names[provider]} cannot be reached at ${host}.`);
}

/** What a bounded fetch says of an answer that it stopped reading. */
function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'failure' in error && error.failure === 'too_large';
}

export function malformed(provider: GitProvider, why: string): GitHostError {
  return new GitHostError(provider, 'malformed_answer', `${names[provider]} gave an unexpected answer: ${why}.`);
}

export function notFound(provider: GitProvider, what = 'nothing of this name'): GitHostError {
  return new GitHostError(provider, 'not_found', `${names[provider]} has ${what}, or the token may not see it.`);
}

export function notSupported(provider: GitProvider, why: string): GitHostError {
  return new GitHostError(provider, 'not_supported', `${names[provider]}: ${why}.`);
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

function failureOf(status: number, headers: Headers): GitFailure {
  if (status === 401) return 'token_refused';
  if (status === 403) return isSpent(headers) ? 'rate_limited' : 'scope_missing';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 408 || status === 504) return 'timed_out';
  if (status === 429) return 'rate_limited';
  return status >= 400 ? 'failing' : 'malformed_answer';
}

function isSpent(headers: Headers): boolean {
  return (
    headers.has('retry-after') || ['ratelimit-remaining', 'x-ratelimit-remaining'].some((h) => headers.get(h) === '0')
  );
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
