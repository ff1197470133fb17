import type { Conversation, GitProvider } from '../../api/shapes.ts';

/** Where a provider has its repositories in public; those without an entry are not linked. */
const publicHosts: Partial<Readonly<Record<GitProvider, string>>> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  bitbucket: 'https://bitbucket.org',
  forgejo: 'https://codeberg.org',
};

type Place = Pick<Conversation, 'selected_repository' | 'selected_branch' | 'git_provider'>;

/** The hosts of the owner's tokens by provider, as the settings have them; null is the public one. */
export type TokenHosts = Readonly<Record<string, string | null>>;

/** The page of a repository at its provider, at the branch where there is one; undefined where it is not known. */
export function repositoryAddress(place: Place, tokens: TokenHosts): string | undefined {
  const { selected_repository: repository, selected_branch: branch, git_provider: provider } = place;
  const base = provider === null ? undefined : (ownBase(tokens[provider]) ?? publicHosts[provider]);
  if (base === undefined || repository === null) return undefined;
  const page = `${base}/${encoded(repository)}`;
  if (branch === null) return page;
  if (provider === 'gitlab') return `${page}/-/tree/${encoded(branch)}`;
  if (provider === 'github') return `${page}/tree/${encoded(branch)}`;
  return provider === 'forgejo' ? `${page}/src/branch/${encoded(branch)}` : page;
}

/** A host stands there by name or as an address. */
function ownBase(host: string | null | undefined): string | undefined {
  if (!host) return undefined;
  return (/^https?:\/\//.test(host) ? host : `https://${host}`).replace(/\/+$/, '');
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
