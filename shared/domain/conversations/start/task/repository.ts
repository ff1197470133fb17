import type { GitProvider } from '../../../../contract/shapes/enums.ts';
import { baseOf, type GitBases } from '../../../git/git-bases.ts';
import type { GitToken, StartSettings } from '../../../settings/start-settings.ts';

/** The name that goes with a token, as each provider wants it. A token may bring its own, as `name:token`. */
const userNames: Record<GitProvider, string> = {
  github: 'x-access-token',
  gitlab: 'oauth2',
  bitbucket: 'x-token-auth',
  enterprise_sso: 'x-access-token',
  bitbucket_data_center: 'x-token-auth',
  forgejo: 'oauth2',
  azure_devops: 'oauth2',
};

/** Where a repository is fetched from. */
export interface Remote {
  readonly provider: GitProvider;
  /** As it lies in the clone: without any credential. */
  readonly url: string;
  /** The address with the credential in it, as git's store keeps it; null without a token. Secret. */
  readonly credential: string | null;
}

/** The named provider, or else the only one for which the owner has a token. */
export function providerOf(named: GitProvider | null, tokens: StartSettings['gitTokens']): GitProvider {
  const [first, ...others] = tokens.keys();
  return named ?? (others.length === 0 ? first : undefined) ?? 'github';
}

/** @returns undefined when the provider has no address: neither a public one, nor the owner's, nor the deployment's. */
export function remoteOf(
  repository: string,
  provider: GitProvider,
  tokens: StartSettings['gitTokens'],
  bases: GitBases,
): Remote | undefined {
  const token = tokens.get(provider);
  const base = baseOf(provider, token, bases);
  if (base === undefined) return undefined;
  return {
    provider,
    url: `${base}/${pathOf(repository, provider)}`,
    credential: token ? credentialOf(new URL(base), provider, token) : null,
  };
}

function pathOf(repository: string, provider: GitProvider): string {
  // Organization, project and name; a repository with the name of its project goes by organization and name.
  if (provider === 'azure_devops') return repository.replace(/\/(?=[^/]*$)/, '/_git/');
  return provider === 'bitbucket_data_center' ? `scm/${repository}.git` : `${repository}.git`;
}

function credentialOf({ protocol, host }: URL, provider: GitProvider, { token }: GitToken): string {
  const [, name = userNames[provider], secret = token] = /^([^:]+):(.+)$/.exec(token) ?? [];
  return `${protocol}//${encodeURIComponent(name)}:${encodeURIComponent(secret)}@${host}`;
}
