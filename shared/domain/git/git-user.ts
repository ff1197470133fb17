import type { GitProvider } from '../../contract/shapes/enums.ts';
import type { GitUser } from './git-host.ts';
import { type GitDeps, OwnerHosts } from './owner-hosts.ts';
import { firstAnswer } from './several-hosts.ts';

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
