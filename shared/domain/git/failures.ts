import type { ErrorCode } from '../../contract/endpoint/error-codes.ts';
import type { GitProvider } from '../../contract/shapes/enums.ts';
import { AppError } from '../../platform/errors.ts';
import { OutboundError, type OutboundFailure } from '../../platform/outbound/bounded-fetch.ts';
import type { GitConnection } from './git-host.ts';

/** The failures of a git provider, each with the error code that callers get. */
const codes = {
  token_refused: 'git_token_refused',
  scope_missing: 'git_scope_missing',
  not_found: 'not_found',
  rate_limited: 'git_rate_limited',
  timed_out: 'git_timed_out',
  unreachable: 'git_provider_failed',
  failing: 'git_provider_failed',
  malformed_answer: 'git_provider_failed',
  not_supported: 'git_not_supported',
  host_unknown: 'git_token_required',
} as const satisfies Readonly<Record<string, ErrorCode>>;

export type GitFailure = keyof typeof codes;

/** A git provider failed. The message never contains the token. */
export class GitHostError extends AppError {
  readonly failure: GitFailure;
  readonly provider: GitProvider;
  /** Seconds until the provider accepts requests again, if it says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(provider: GitProvider, failure: GitFailure, message: string, retryAfterSeconds?: number) {
    const extensions = retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds };
    super(codes[failure], message, { extensions });
    this.name = 'GitHostError';
    this.provider = provider;
    this.failure = failure;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The names of providers for people. */
const providerNames: Readonly<Record<GitProvider, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  bitbucket_data_center: 'Bitbucket Data Center',
  forgejo: 'Forgejo',
  azure_devops: 'Azure DevOps',
  enterprise_sso: 'enterprise SSO',
};

/** Details for the message of a failure. None may contain the token. */
interface FailureDetail {
  /** The host name of the provider. */
  readonly host: string;
  /** The cause, as part of a sentence. */
  readonly words?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** A failure with a message that says what happened and what to do. */
export function gitHostError(provider: GitProvider, failure: GitFailure, detail: FailureDetail): GitHostError {
  return new GitHostError(provider, failure, sentence(provider, failure, detail), detail.retryAfterSeconds);
}

function sentence(provider: GitProvider, failure: GitFailure, { host, words, retryAfterSeconds }: FailureDetail) {
  const name = providerNames[provider];
  const why = words === undefined ? '' : `: ${words}`;
  switch (failure) {
    case 'token_refused':
      return `${host} refused your ${name} token${why}. Save a new token in your settings.`;
    case 'scope_missing':
      return `Your ${name} token lacks a permission at ${host}${why}. Grant that permission, or save another token in your settings.`;
    case 'not_found':
      return `${host} has no such ${words ?? 'repository'}, or your ${name} token cannot access it.`;
    case 'rate_limited': {
      const when = retryAfterSeconds === undefined ? 'later' : `in ${retryAfterSeconds} seconds`;
      return `Your ${name} token has reached its rate limit at ${host}. Try again ${when}.`;
    }
    case 'timed_out':
      return `${host} did not respond in time. Try again later.`;
    case 'unreachable':
      return `${host} could not be reached${why}. Check the host of your ${name} token, or try again later.`;
    case 'failing':
      return `${host} failed${why}. Try again later.`;
    case 'malformed_answer':
      return `${host} returned an unexpected response for ${name}${why}. Check the host of your ${name} token.`;
    case 'not_supported':
      return `${name} cannot do this${why}.`;
    case 'host_unknown':
      return `The host of your ${name} is unknown. Add it to your ${name} token in your settings.`;
  }
}

export function tokenRequired(provider: GitProvider | null): AppError {
  const name = provider === null ? 'a git provider' : providerNames[provider];
  return new AppError('git_token_required', `There is no token for ${name}. Add one to your settings.`);
}

type Target = Pick<GitConnection, 'provider' | 'baseUrl'>;

/** What a response means, where its status does not say it. */
export interface Explanation {
  readonly failure: GitFailure;
  readonly words?: string | undefined;
}

/** The longest wait that a provider can ask for: one day. */
const LONGEST_WAIT_SECONDS = 86_400;

/** The error for an unsuccessful status. It contains nothing of the body, which could repeat the request. */
export function refusalOf(
  target: Target,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  explanation?: Explanation,
): GitHostError {
  const { failure, words } = explanation ?? { failure: failureOf(status, headers) };
  const canWait = failure === 'rate_limited' || failure === 'failing';
  const isUnclear = failure === 'failing' || failure === 'malformed_answer';
  return gitHostError(target.provider, failure, {
    host: hostOf(target),
    retryAfterSeconds: canWait ? retryAfterSeconds(headers) : undefined,
    words: isUnclear ? `it responded with ${status}` : words,
  });
}

const outboundFailures: Readonly<Record<OutboundFailure, GitFailure>> = {
  refused: 'unreachable',
  unreachable: 'unreachable',
  timed_out: 'timed_out',
  too_large: 'malformed_answer',
  too_many: 'malformed_answer',
};

/** The error for a request without a response. It drops causes from libraries, which can contain the request. */
export function silenceOf(target: Target, error: unknown): GitHostError {
  if (error instanceof GitHostError) return error;
  const host = hostOf(target);
  if (error instanceof OutboundError)
    return gitHostError(target.provider, outboundFailures[error.failure], { host, words: error.message });
  const isLate = error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name);
  return gitHostError(target.provider, isLate ? 'timed_out' : 'unreachable', { host });
}

/** A failure that the adapter itself finds. */
export function failed(target: Target, failure: GitFailure, words?: string): GitHostError {
  return gitHostError(target.provider, failure, { host: hostOf(target), words });
}

/** A name or page id that the provider cannot have. No request is made for it. */
export function notFound(provider: GitProvider, words?: string): GitHostError {
  return gitHostError(provider, 'not_found', { host: providerNames[provider], words });
}

/** @returns undefined when the provider has nothing there */
export async function ifFound<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GitHostError && error.failure === 'not_found') return undefined;
    throw error;
  }
}

/** The host alone: a URL can also contain credentials. */
function hostOf({ provider, baseUrl }: Target): string {
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

/** Whether a rate limit is used up. */
export function isSpent(headers: Headers): boolean {
  const remaining = [headers.get('ratelimit-remaining'), headers.get('x-ratelimit-remaining')];
  return headers.has('retry-after') || remaining.includes('0');
}

function retryAfterSeconds(headers: Headers): number | undefined {
  const after = headers.get('retry-after');
  const reset = headers.get('ratelimit-reset') ?? headers.get('x-ratelimit-reset');
  const now = (Date.parse(headers.get('date') ?? '') || Date.now()) / 1000;
  const seconds = after === null ? secondsUntil(reset, now) : secondsOf(after, now);
  if (seconds === undefined || Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 1), LONGEST_WAIT_SECONDS);
}

/** Reads seconds or an HTTP date. */
function secondsOf(text: string, now: number): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(text) / 1000 - now;
}

/** Providers use both forms: values above this are Unix times, values below are seconds from now. */
const EARLIEST_UNIX_TIME = 1_000_000_000;

function secondsUntil(reset: string | null, now: number): number | undefined {
  if (reset === null || !/^\d+(\.\d+)?$/.test(reset)) return undefined;
  const value = Number(reset);
  return value > EARLIEST_UNIX_TIME ? value - now : value;
}
