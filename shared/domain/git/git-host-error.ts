import type { GitProvider } from '../../contract/shapes/enums.ts';

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
