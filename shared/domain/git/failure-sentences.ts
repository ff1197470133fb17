import type { GitProvider } from '../../contract/shapes/enums.ts';
import { type GitFailure, GitHostError } from './git-host-error.ts';

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
export interface FailureDetail {
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
      return `${host} refused your ${name} token${why}. Put a new one into your settings.`;
    case 'scope_missing':
      return `Your ${name} token may not do this at ${host}${why}. Give it that permission, or put another one into your settings.`;
    case 'not_found':
      return `${host} has no such ${words ?? 'repository'}, or your ${name} token may not see it.`;
    case 'rate_limited': {
      const when = retryAfterSeconds === undefined ? 'in a while' : `in ${retryAfterSeconds} seconds`;
      return `${host} takes no more requests with your ${name} token for now. Try again ${when}.`;
    }
    case 'timed_out':
      return `${host} did not answer in time. Try again in a while.`;
    case 'unreachable':
      return `${host} could not be reached${why}. Check the host of your ${name} token, or try again in a while.`;
    case 'failing':
      return `${host} has a failure of its own${why}. Try again in a while.`;
    case 'malformed_answer':
      return `${host} answered something that ${name} does not answer${why}. Check the host of your ${name} token.`;
    case 'not_supported':
      return `${name} cannot do this${why}.`;
  }
}
