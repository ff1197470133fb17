import type { ErrorCode } from '../../contract/endpoint/error-codes.ts';
import type { GitProvider } from '../../contract/shapes/enums.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { providerNames } from './failure-sentences.ts';
import { type GitFailure, GitHostError } from './git-host-error.ts';

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
    `It is not known where your ${name} is. Add the host to your ${name} token in your settings.`,
  );
}
