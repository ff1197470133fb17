import type { GitPage, GitRepository, RepositoryOrder } from './git-host.ts';
import type { OwnerHost } from './owner-hosts.ts';
import { readTyped } from './repository-address.ts';

export interface RepositoryQuestion {
  readonly text: string | null;
  readonly installation: string | null;
  readonly order: RepositoryOrder | null;
  readonly pageId: string | null;
  readonly limit: number;
}

/**
 * The owner's repositories, or those that a text names: the one of an address; the one of a whole name, and others
 * whose name has the text.
 *
 * @throws GitFailureError
 */
export async function findRepositories(
  host: OwnerHost,
  { text, installation, order, pageId, limit }: RepositoryQuestion,
): Promise<GitPage<GitRepository>> {
  if (text === null || host.baseUrl === null) return host.repositories({ installation, order, pageId, limit });
  const typed = readTyped(text, host.provider, host.baseUrl);
  if (typed.kind === 'address') {
    const found = typed.name === null ? undefined : await host.repository(typed.name);
    return { items: found ? [found] : [], nextPageId: null };
  }
  const exact = typed.kind === 'name' && pageId === null ? await host.repository(typed.name) : undefined;
  const found = await host.searchRepositories({ text, order, pageId, limit });
  if (!exact) return found;
  const others = found.items.filter(({ id }) => id !== exact.id);
  return { items: [exact, ...others].slice(0, limit), nextPageId: found.nextPageId };
}
