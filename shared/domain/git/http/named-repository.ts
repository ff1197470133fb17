import type { GitPage, GitRepository, RepositorySearch } from '../git-host.ts';

interface SearchWays {
  readonly baseUrl: string;
  /** The full name of a repository from the path of its URL. */
  readonly nameOf: (parts: readonly string[]) => string | undefined;
  readonly repository: (name: string) => Promise<GitRepository | undefined>;
  readonly byText: (search: RepositorySearch) => Promise<GitPage<GitRepository>>;
}

/** Looks up a repository by its name or URL, even if the provider does not list it; searches for any other text. */
export async function searchOrLookUp(search: RepositorySearch, ways: SearchWays): Promise<GitPage<GitRepository>> {
  const named = search.pageId === null ? namedBy(search.text, ways.baseUrl) : undefined;
  if (named === undefined) return ways.byText(search);
  const name = named === 'elsewhere' ? undefined : ways.nameOf(named);
  const found = name === undefined ? undefined : await ways.repository(name);
  if (found) return { items: [found], nextPageId: null };
  const isUrl = named === 'elsewhere' || /^\S+(:\/\/|@)/.test(search.text.trim());
  return isUrl ? { items: [], nextPageId: null } : ways.byText(search);
}

/**
 * The path segments of a URL or full name, below the provider's base URL; `elsewhere` for a URL of another host;
 * undefined for any other text.
 */
function namedBy(text: string, baseUrl: string): readonly string[] | 'elsewhere' | undefined {
  const trimmed = text.trim();
  const base = new URL(baseUrl);
  const ssh = /^(?:ssh:\/\/)?[\w.-]+@([^/:\s]+)(?::\d+)?[:/](.+)$/.exec(trimmed);
  const [, sshHost = '', sshPath = ''] = ssh ?? [];
  if (ssh) return sshHost === base.hostname ? partsOf(sshPath) : 'elsewhere';
  const url = urlOf(trimmed, base);
  if (!url) return trimmed.includes('/') ? partsOf(trimmed) : undefined;
  const root = base.pathname.replace(/\/*$/, '/');
  if (url.host !== base.host || !url.pathname.startsWith(root)) return 'elsewhere';
  return partsOf(url.pathname.slice(root.length));
}

function urlOf(text: string, base: URL): URL | undefined {
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
