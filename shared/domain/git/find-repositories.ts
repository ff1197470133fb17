import type { GitPage, GitRepository, RepositorySearch } from './git-host.ts';
import type { OwnerHost } from './owner-hosts.ts';

export interface RepositoryQuestion extends Omit<RepositorySearch, 'text'> {
  readonly text: string | null;
  readonly installation: string | null;
}

/** The owner's repositories, or those that a text names: an address, a name, a part of one. @throws GitFailureError */
export function findRepositories(
  host: OwnerHost,
  { text, installation, ...page }: RepositoryQuestion,
): Promise<GitPage<GitRepository>> {
  return text === null ? host.repositories({ installation, ...page }) : host.searchRepositories({ text, ...page });
}
