import type { ErrorCode } from '../../contract/endpoint/error-codes.ts';
import type { GitProvider } from '../../contract/shapes/enums.ts';
import { GitHostError } from './failures.ts';
import type { GitUser } from './git-host.ts';
import { type GitDeps, type OwnerHost, OwnerHosts } from './owner-hosts.ts';

interface Gathered<T> {
  readonly items: readonly T[];
  readonly failures: readonly { readonly provider: GitProvider; readonly code: ErrorCode; readonly detail: string }[];
}

/**
 * Asks all providers at once. Returns the failures of some beside the items of the others.
 *
 * @throws GitHostError the first failure, when there are no items
 */
export async function gather<T>(
  hosts: readonly OwnerHost[],
  ask: (host: OwnerHost) => Promise<readonly T[]>,
): Promise<Gathered<T>> {
  const outcomes = await Promise.allSettled(hosts.map(ask));
  const items = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  const unknown = errors.find((error) => !(error instanceof GitHostError));
  if (unknown !== undefined) throw unknown;
  if (items.length === 0 && errors.length > 0) throw errors[0];
  const failures = (errors as GitHostError[]).map(({ provider, code, message }) => ({
    provider,
    code,
    detail: message,
  }));
  return { items, failures };
}

/** Asks one provider after another until one succeeds. @throws GitHostError preferably not `not_found` */
export async function firstAnswer<T>(hosts: readonly OwnerHost[], ask: (host: OwnerHost) => Promise<T>): Promise<T> {
  const errors: GitHostError[] = [];
  for (const host of hosts) {
    try {
      return await ask(host);
    } catch (error) {
      if (!(error instanceof GitHostError)) throw error;
      errors.push(error);
    }
  }
  throw errors.find(({ code }) => code !== 'not_found') ?? errors[0];
}

/**
 * The owner's account at the named git provider, or at the first that responds; without providers, only the owner id.
 *
 * @throws AppError `git_token_required` without a token for the named provider; GitHostError
 */
export async function gitUserOf(ownerId: string, provider: GitProvider | null, deps: GitDeps): Promise<GitUser> {
  const owned = await OwnerHosts.of(ownerId, deps);
  const hosts = provider === null ? owned.all() : owned.some(provider);
  if (hosts.length > 0) return firstAnswer(hosts, (host) => host.user());
  return { id: ownerId, login: ownerId, avatar_url: '', company: null, name: null, email: null };
}
