import type { GitPage, GitRepository, RepositorySearch } from '../git-host.ts';

/**
 * What a searched text names: the parts of the path, below the provider's address, of an address or a full name;
 * `elsewhere` for an address of another host; undefined for other texts.
 */
function namedBy(text: string, baseUrl: string): readonly string[] | 'elsewhere' | undefined {
  const trimmed = text.trim();
  const base = new URL(baseUrl);
  const ssh = /^(?:ssh:\/\/)?[\w.-]+@([^/:\s]+)(?::\d+)?[:/](.+)$/.exec(trimmed);
  const [, sshHost = '', sshPath = ''] = ssh ?? [];
  if (ssh) return sshHost === base.hostname ? partsOf(sshPath) : 'elsewhere';
  const address = addressOf(trimmed, base);
  if (!address) return trimmed.includes('/') ? partsOf(trimmed) : undefined;
  const root = base.pathname.replace(/\/*$/, '/');
  if (address.host !== base.host || !address.pathname.startsWith(root)) return 'elsewhere';
  return partsOf(address.pathname.slice(root.length));
}

function addressOf(text: string, base: URL): URL | undefined {
  const withScheme = text.startsWith(`${base.host}/`) ? `${base.protocol}//${text}` : text;
  return /^https?:\/\//i.test(withScheme) && URL.canParse(withScheme) ? new URL(withScheme) : undefined;
}

function partsOf(path: string): readonly string[] | undefined {
  try {
    const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
    return parts.length > 1 ? parts.map((part) => part.replace(/\.git$/, '')) : undefined;
  } catch {
    return undefined;
  }
}

export interface SearchWays {
  readonly baseUrl: string;
  /** The full name that the parts of a path are, as the provider makes its addresses. */
  readonly nameOf: (parts: readonly string[]) => string | undefined;
  readonly repository: (name: string) => Promise<GitRepository | undefined>;
  readonly byText: (search: RepositorySearch) => Promise<GitPage<GitRepository>>;
}

/** Looks a named repository up, also where the provider does not list it, and searches all others. */
export async function searchOrLookUp(search: RepositorySearch, ways: SearchWays): Promise<GitPage<GitRepository>> {
  const named = search.pageId === null ? namedBy(search.text, ways.baseUrl) : undefined;
  if (named === undefined) return ways.byText(search);
  const name = named === 'elsewhere' ? undefined : ways.nameOf(named);
  const found = name === undefined ? undefined : await ways.repository(name);
  if (found) return { items: [found], nextPageId: null };
  const isAddress = named === 'elsewhere' || /^\S+(:\/\/|@)/.test(search.text.trim());
  return isAddress ? { items: [], nextPageId: null } : ways.byText(search);
}
