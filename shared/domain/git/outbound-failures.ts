import type { GitProvider } from '../../contract/shapes/enums.ts';
import { OutboundError, type OutboundFailure } from '../../platform/outbound/outbound-error.ts';
import { gitHostError } from './failure-sentences.ts';
import type { GitFailure, GitHostError } from './git-host-error.ts';

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
