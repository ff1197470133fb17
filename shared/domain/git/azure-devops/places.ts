import type { GitConnection } from '../git-host.ts';
import { basic, bearer, credentialsOf } from '../http/credentials.ts';
import { GitJson, type Query } from '../http/git-json.ts';

/** Answered by the service since 2020, and by servers since Azure DevOps Server 2020. */
export const VERSION: Query = { 'api-version': '6.0' };
export const PREVIEW: Query = { 'api-version': '6.0-preview' };

/** The directory of people is described as a preview in all of its versions. */
export const DIRECTORY_VERSION: Query = { 'api-version': '7.1-preview' };

/** The one host, besides the service itself, that knows people and their organizations. */
const DIRECTORY = 'https://app.vssps.visualstudio.com';

/** A repository: in an organization, or in the only one that the address of the connection names. */
export interface Place {
  /** What leads from the address of the connection to the organization; empty when the address is that of one. */
  readonly organization: readonly string[];
  readonly project: string;
  readonly name: string;
}

/**
 * The address of a connection is that of the service with all organizations, or of one organization (a collection, on
 * servers): a path below the host, or a name before `visualstudio.com`.
 */
export function isOneOrganization(baseUrl: string): boolean {
  const { hostname, pathname } = new URL(baseUrl);
  return pathname !== '/' || hostname.endsWith('.visualstudio.com');
}

export function isPublicService(baseUrl: string): boolean {
  return new URL(baseUrl).host === 'dev.azure.com';
}

/**
 * A repository by its full name. Without a project, it is the one that has the name of its project.
 *
 * @returns undefined when the name has another number of parts
 */
export function placeOf(fullName: string, baseUrl: string): Place | undefined {
  const parts = fullName.split('/').map((part) => part.replaceAll('%20', ' '));
  const organization = isOneOrganization(baseUrl) ? [] : parts.splice(0, 1);
  const [project, name = project, ...others] = parts;
  if (project === undefined || name === undefined || others.length > 0) return undefined;
  return { organization, project, name };
}

/** The parts of a full name. Projects and repositories may have spaces in their names: they are as in addresses. */
export function fullNameOf(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(' ', '%20')).join('/');
}

/** The parts of an address of people: the repository stands behind `_git`, alone when its project has its name. */
export function nameOf(parts: readonly string[], baseUrl: string): string | undefined {
  const before = isOneOrganization(baseUrl) ? 0 : 1;
  const git = parts.indexOf('_git');
  if (git < 0) return parts.length <= before + 2 ? fullNameOf(parts) : undefined;
  const name = parts[git + 1];
  if (name === undefined) return undefined;
  if (git === before + 1) return fullNameOf([...parts.slice(0, git), name]);
  return git === before ? fullNameOf([...parts.slice(0, git), name, name]) : undefined;
}

export interface Apis {
  /** Below the address of the connection. */
  readonly service: GitJson;
  readonly directory: GitJson;
}

export function apisOf(connection: GitConnection): Apis {
  const credentials = credentialsOf(connection.token);
  // Personal tokens are passwords of no name; tokens of a sign-in are JSON Web Tokens.
  const isSignIn = /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/.test(credentials.secret);
  const authorization = isSignIn ? bearer(credentials) : basic({ name: '', secret: credentials.secret });
  // Without this header, a refused token is answered with the page to sign in at: with 203, or a redirect to it.
  const headers = { authorization, 'x-tfs-fedauthredirect': 'Suppress' };
  const meanings = { 203: 'token_refused', 302: 'token_refused' } as const;
  return {
    service: new GitJson(connection, { root: connection.baseUrl, headers, meanings }),
    directory: new GitJson(connection, { root: DIRECTORY, headers, meanings }),
  };
}
