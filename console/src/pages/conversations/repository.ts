import type { Conversation, GitProvider } from '../../api/shapes.ts';
import { useCan } from '../../session/session.ts';
import { useSettings } from '../settings/settings-query.ts';

/** The public servers of the providers. Repositories of other providers are not linked. */
const publicHosts: Partial<Readonly<Record<GitProvider, string>>> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  bitbucket: 'https://bitbucket.org',
  forgejo: 'https://codeberg.org',
};

type Place = Pick<Conversation, 'selected_repository' | 'selected_branch' | 'git_provider'>;

/** The hosts of the owner's tokens by provider; null is the public server. */
type TokenHosts = Readonly<Record<string, string | null>>;

/** The URL of a repository at its provider, at its branch if it has one; undefined if unknown. */
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

/** A host is stored as a name or as a URL. */
function ownBase(host: string | null | undefined): string | undefined {
  if (!host) return undefined;
  return (/^https?:\/\//.test(host) ? host : `https://${host}`).replace(/\/+$/, '');
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

export const providerNames: Readonly<Record<GitProvider, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  bitbucket_data_center: 'Bitbucket Data Center',
  forgejo: 'Forgejo',
  azure_devops: 'Azure DevOps',
  enterprise_sso: 'Enterprise SSO',
};

const noTokens: TokenHosts = {};

/** The git providers that the owner has a token for, with their hosts; none if the key cannot read them. */
export function useTokenHosts(): TokenHosts {
  const can = useCan();
  const { data } = useSettings(can('GET /api/v1/settings'));
  return data?.provider_tokens_set ?? noTokens;
}

export const isProvider = (name: string): name is GitProvider => Object.hasOwn(providerNames, name);
