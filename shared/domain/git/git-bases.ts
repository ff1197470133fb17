import * as z from 'zod';
import { type GitProvider, ProviderType } from '../../contract/shapes/enums.ts';
import type { GitToken } from '../settings/start-settings.ts';

/** The base URLs of public providers. Providers without an entry are always self-hosted. */
const publicBases: Partial<Record<GitProvider, string>> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  bitbucket: 'https://bitbucket.org',
  forgejo: 'https://codeberg.org',
  azure_devops: 'https://dev.azure.com',
};

/** The base URLs of the deployment's own servers. */
export type GitBases = Partial<Readonly<Record<GitProvider, string>>>;

/** The base URL of the owner's host, the deployment's server or the public provider, without a trailing slash. */
export function baseOf(provider: GitProvider, token: Pick<GitToken, 'host'> | undefined, bases: GitBases) {
  return (ownBase(token) ?? bases[provider] ?? publicBases[provider])?.replace(/\/+$/, '');
}

/** The owner's host, which can be a URL, or a name with an optional path. Loopback addresses have no certificates. */
function ownBase(token: Pick<GitToken, 'host'> | undefined): string | undefined {
  if (!token?.host) return undefined;
  if (/^https?:\/\//.test(token.host)) return token.host;
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+)(:\d+)?(\/|$)/.test(token.host);
  return `${isLoopback ? 'http' : 'https'}://${token.host}`;
}

const Bases = z.partialRecord(ProviderType, z.url());

/** The deployment's servers from its setting. @throws when it is not a JSON object of URLs by provider */
export function gitBasesOf(setting: string | undefined): GitBases {
  return setting === undefined ? {} : Bases.parse(JSON.parse(setting));
}
