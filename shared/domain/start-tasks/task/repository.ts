import * as z from 'zod';
import type { GitProvider } from '../../../contract/shapes/enums.ts';
import { ProviderType } from '../../../contract/shapes/enums.ts';
import type { GitToken, StartSettings } from '../../settings/start-settings.ts';

/** The base URLs of providers' public repositories. Providers without an entry are always self-hosted. */
const publicBases: Partial<Record<GitProvider, string>> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  bitbucket: 'https://bitbucket.org',
  forgejo: 'https://codeberg.org',
  azure_devops: 'https://dev.azure.com',
};

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

/** Where a deployment has its own server for a provider. */
export type GitBases = Partial<Readonly<Record<GitProvider, string>>>;

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
  const base = ownBase(token) ?? bases[provider] ?? publicBases[provider];
  if (base === undefined) return undefined;
  return {
    provider,
    url: `${base.replace(/\/+$/, '')}/${pathOf(repository, provider)}`,
    credential: token ? credentialOf(new URL(base), provider, token) : null,
  };
}

/** A host as the owner gave it, by name or as an address. Nothing on a machine's own loopback has a certificate. */
function ownBase(token: GitToken | undefined): string | undefined {
  if (!token?.host) return undefined;
  if (/^https?:\/\//.test(token.host)) return token.host;
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+)(:\d+)?$/.test(token.host);
  return `${isLoopback ? 'http' : 'https'}://${token.host}`;
}

function pathOf(repository: string, provider: GitProvider): string {
  if (provider === 'azure_devops') return repository.replace('/', '/_git/');
  return provider === 'bitbucket_data_center' ? `scm/${repository}.git` : `${repository}.git`;
}

function credentialOf({ protocol, host }: URL, provider: GitProvider, { token }: GitToken): string {
  const [, name = userNames[provider], secret = token] = /^([^:]+):(.+)$/.exec(token) ?? [];
  return `${protocol}//${encodeURIComponent(name)}:${encodeURIComponent(secret)}@${host}`;
}

/** Under which name the agent finds the token of a provider. */
export function tokenName(provider: GitProvider): string {
  return `${provider.toUpperCase()}_TOKEN`;
}

const Bases = z.partialRecord(ProviderType, z.url());

/** The deployment's own servers, as its setting names them. @throws when it is no JSON of addresses by provider. */
export function gitBasesOf(setting: string | undefined): GitBases {
  return setting === undefined ? {} : Bases.parse(JSON.parse(setting));
}
