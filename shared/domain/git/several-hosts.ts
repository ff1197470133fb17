import type { ErrorCode } from '../../contract/endpoint/error-codes.ts';
import type { GitProvider } from '../../contract/shapes/enums.ts';
import { GitFailureError } from './failures.ts';
import type { GitUser } from './git-host.ts';
import { type GitDeps, type OwnerHost, OwnerHosts } from './owner-hosts.ts';

/** A provider that did not answer while others did. */
interface ProviderFailure {
  readonly provider: GitProvider;
  readonly code: ErrorCode;
  readonly detail: string;
}

interface Gathered<T> {
  readonly items: readonly T[];
  readonly failures: readonly ProviderFailure[];
}

/**
 * Asks all at once. What some answered is shown beside the failures of the others; but nothing at all is a failure
 * unless all of them answered it.
 *
 * @throws GitFailureError of the first that failed.
 */
export async function gather<T>(
  hosts: readonly OwnerHost[],
  ask: (host: OwnerHost) => Promise<readonly T[]>,
): Promise<Gathered<T>> {
  const outcomes = await Promise.allSettled(hosts.map(ask));
  const items = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  const unknown = errors.find((error) => !(error instanceof GitFailureError));
  if (unknown !== undefined) throw unknown;
  if (items.length === 0 && errors.length > 0) throw errors[0];
  const failures = (errors as GitFailureError[]).map(({ provider, code, message }) => ({
    provider,
    code,
    detail: message,
  }));
  return { items, failures };
}

/**
 * The answer of the first that has one. Others are asked one after another when it has none, or fails.
 *
 * @throws GitFailureError: the first one that is no `not_found`, or else the first.
 */
export async function firstAnswer<T>(hosts: readonly OwnerHost[], ask: (host: OwnerHost) => Promise<T>): Promise<T> {
  const errors: GitFailureError[] = [];
  for (const host of hosts) {
    try {
      return await ask(host);
    } catch (error) {
      if (!(error instanceof GitFailureError)) throw error;
      errors.push(error);
    }
  }
  throw errors.find(({ code }) => code !== 'not_found') ?? errors[0];
}

/**
 * An owner as the named git provider knows them; else as the first of theirs that answers does; without any, by their
 * id alone.
 *
 * @throws AppError `git_token_required` when there is no token for the named one; GitFailureError
 */
export async function gitUserOf(ownerId: string, provider: GitProvider | null, deps: GitDeps): Promise<GitUser> {
  const owned = await OwnerHosts.of(ownerId, deps);
  const hosts = provider === null ? owned.all() : owned.some(provider);
  if (hosts.length > 0) return firstAnswer(hosts, (host) => host.user());
  return { id: ownerId, login: ownerId, avatar_url: '', company: null, name: null, email: null };
}
