import type { GitProvider } from '../../../../contract/shapes/enums.ts';
import { namedBy } from '../../../git/full-name.ts';
import { baseOf, type GitBases } from '../../../git/git-bases.ts';
import type { GitToken, StartSettings } from '../../../settings/start-settings.ts';

/** The user name that each provider requires with a token. A token can contain its own, as `name:token`. */
export const userNames: Record<GitProvider, string> = {
  github: 'x-access-token',
  gitlab: 'oauth2',
  bitbucket: 'x-token-auth',
  enterprise_sso: 'x-access-token',
  bitbucket_data_center: 'x-token-auth',
  forgejo: 'oauth2',
  azure_devops: 'oauth2',
};

export interface Remote {
  readonly provider: GitProvider;
  /** Without credentials, as stored in the clone. */
  readonly url: string;
  /** The URL with the credential, in the format of git's credential store; null without a token. Secret. */
  readonly credential: string | null;
  /** Why there is no token, for the user. */
  readonly problem: string | null;
}

type GitSettings = Pick<StartSettings, 'gitTokens' | 'gitHubApp' | 'repositoryAccess'>;

/** The named provider, else the only one with a token or an App, else GitHub. */
export function providerFor(
  { git_provider: named }: { readonly git_provider: GitProvider | null },
  { gitTokens, gitHubApp }: Omit<GitSettings, 'repositoryAccess'>,
): GitProvider {
  const [first, ...others] = new Set([...gitTokens.keys(), ...(gitHubApp ? ['github' as const] : [])]);
  return named ?? (others.length === 0 ? first : undefined) ?? 'github';
}

/** @returns undefined if the provider has no URL: neither public, nor the owner's, nor the deployment's. */
export function remoteOf(
  repository: string,
  provider: GitProvider,
  { gitTokens, repositoryAccess }: GitSettings,
  bases: GitBases,
): Remote | undefined {
  const token = gitTokens.get(provider);
  const { appHost, problem = null } = repositoryAccess ?? {};
  const isApps = !token && provider === 'github' && appHost !== undefined;
  const base = baseOf(provider, isApps ? { host: appHost } : token, bases);
  if (base === undefined) return undefined;
  return {
    provider,
    url: `${base}/${pathOf(repository, provider)}`,
    credential: token ? credentialOf(new URL(base), provider, token) : null,
    problem,
  };
}

function pathOf(fullName: string, provider: GitProvider): string {
  const repository = fullName
    .split('/')
    .map((part) => encodeURIComponent(namedBy(part)))
    .join('/');
  // Organization, project and name. The project is omitted if the repository has the same name.
  if (provider === 'azure_devops') return repository.replace(/\/(?=[^/]*$)/, '/_git/');
  return provider === 'bitbucket_data_center' ? `scm/${repository}.git` : `${repository}.git`;
}

function credentialOf({ protocol, host }: URL, provider: GitProvider, { token }: GitToken): string {
  const [, name = userNames[provider], secret = token] = /^([^:]+):(.+)$/.exec(token) ?? [];
  return `${protocol}//${encodeURIComponent(name)}:${encodeURIComponent(secret)}@${host}`;
}
