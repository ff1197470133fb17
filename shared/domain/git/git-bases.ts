import * as z from 'zod';
import { type GitProvider, ProviderType } from '../../contract/shapes/enums.ts';
import type { GitToken } from '../settings/start-settings.ts';

/** The base URLs of providers' public repositories. Providers without an entry are always self-hosted. */
const publicBases: Partial<Record<GitProvider, string>> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  bitbucket: 'https://bitbucket.org',
  forgejo: 'https://codeberg.org',
  azure_devops: 'https://dev.azure.com',
};

/** Where a deployment has its own server for a provider. */
export type GitBases = Partial<Readonly<Record<GitProvider, string>>>;

/**
 * Where a provider serves people and repositories, without a trailing slash: the owner's host, the deployment's
 * server, or the public one.
 *
 * @returns undefined when there is none of these.
 */
export function baseOf(provider: GitProvider, token: Pick<GitToken, 'host'> | undefined, bases: GitBases) {
  return (ownBase(token) ?? bases[provider] ?? publicBases[provider])?.replace(/\/+$/, '');
}

/** A host as the owner gave it, by name or as an address. Nothing on a machine's own loopback has a certificate. */
function ownBase(token: Pick<GitToken, 'host'> | undefined): string | undefined {
  if (!token?.host) return undefined;
  if (/^https?:\/\//.test(token.host)) return token.host;
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+)(:\d+)?$/.test(token.host);
  return `${isLoopback ? 'http' : 'https'}://${token.host}`;
}

const Bases = z.partialRecord(ProviderType, z.url());

/** The deployment's own servers, as its setting names them. @throws when it is no JSON of addresses by provider. */
export function gitBasesOf(setting: string | undefined): GitBases {
  return setting === undefined ? {} : Bases.parse(JSON.parse(setting));
}
