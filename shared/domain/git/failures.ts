import type { ErrorCode } from '../../contract/endpoint/error-codes.ts';
import type { GitProvider } from '../../contract/shapes/enums.ts';
import { AppError } from '../../platform/errors.ts';
import { OutboundError, type OutboundFailure } from '../../platform/outbound/bounded-fetch.ts';

/** Why a provider gave no answer that serves. */
export type GitFailure =
  | 'token_refused'
  | 'scope_missing'
  | 'not_found'
  | 'rate_limited'
  | 'timed_out'
  | 'unreachable'
  | 'failing'
  | 'malformed_answer'
  | 'not_supported';

/** A provider that gave no answer that serves. The message is a sentence for people, and without the token. */
export class GitHostError extends Error {
  override readonly name = 'GitHostError';
  readonly failure: GitFailure;
  readonly provider: GitProvider;
  /** When the provider will answer again, in seconds, where it says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(provider: GitProvider, failure: GitFailure, message: string, retryAfterSeconds?: number) {
    super(message);
    this.provider = provider;
    this.failure = failure;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Providers by the names that people know. */
export const providerNames: Readonly<Record<GitProvider, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  bitbucket_data_center: 'Bitbucket Data Center',
  forgejo: 'Forgejo',
  azure_devops: 'Azure DevOps',
  enterprise_sso: 'enterprise SSO',
};

/** What is known of a failure besides its kind. Nothing of it may hold the token. */
interface FailureDetail {
  /** Of the provider, as people write it. */
  readonly host: string;
  /** A few words of this service. */
  readonly words?: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** A failure of a provider with a sentence that says what happened and what to do. */
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
      return `${host} accepts no more requests with your ${name} token for now. Try again ${when}.`;
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
  }
}

const failures: Readonly<Record<OutboundFailure, GitFailure>> = {
  refused: 'unreachable',
  unreachable: 'unreachable',
  timed_out: 'timed_out',
  too_large: 'malformed_answer',
  too_many: 'malformed_answer',
};

/** The failure of a request that has no answer. @returns undefined for errors of other kinds. */
export function outboundFailure(provider: GitProvider, host: string, error: unknown): GitHostError | undefined {
  if (!(error instanceof OutboundError)) return undefined;
  return gitHostError(provider, failures[error.failure], { host, words: error.message });
}

const codes: Readonly<Record<GitFailure, ErrorCode>> = {
  token_refused: 'git_token_refused',
  scope_missing: 'git_scope_missing',
  not_found: 'not_found',
  rate_limited: 'git_rate_limited',
  timed_out: 'git_timed_out',
  unreachable: 'git_provider_failed',
  failing: 'git_provider_failed',
  malformed_answer: 'git_provider_failed',
  not_supported: 'git_not_supported',
};

/** A provider's failure as callers see it. */
export class GitFailureError extends AppError {
  readonly provider: GitProvider;

  constructor(provider: GitProvider, code: ErrorCode, message: string, retryAfterSeconds?: number) {
    const extensions = retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds };
    super(code, message, { extensions });
    this.name = 'GitFailureError';
    this.provider = provider;
  }
}

/** Failures of providers as callers see them; any other error as it is. */
export function asGitFailure(error: unknown): unknown {
  if (!(error instanceof GitHostError)) return error;
  const { provider, failure, message, retryAfterSeconds } = error;
  return new GitFailureError(provider, codes[failure], message, retryAfterSeconds);
}

export function tokenRequired(provider: GitProvider | null): AppError {
  const name = provider === null ? 'a git provider' : providerNames[provider];
  return new AppError('git_token_required', `There is no token for ${name}. Add one to your settings.`);
}

export function hostRequired(provider: GitProvider): GitFailureError {
  const name = providerNames[provider];
  return new GitFailureError(
    provider,
    'git_token_required',
    `The host of your ${name} is unknown. Add it to your ${name} token in your settings.`,
  );
}
