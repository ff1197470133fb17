import type { GitUser } from './git-host.ts';
import { type GitDeps, OwnerHosts } from './owner-hosts.ts';
import { firstAnswer } from './several-hosts.ts';

/** An owner as the first of their git providers that answers knows them; without any, by their id alone. */
export async function gitUserOf(ownerId: string, deps: GitDeps): Promise<GitUser> {
  const hosts = (await OwnerHosts.of(ownerId, deps)).all();
  if (hosts.length > 0) return firstAnswer(hosts, (host) => host.user());
  return { id: ownerId, login: ownerId, avatar_url: '', company: null, name: null, email: null };
}
