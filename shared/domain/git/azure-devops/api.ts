import { failed, GitHostError, gitHostError } from '../failures.ts';
import { fullNameOf, namedBy } from '../full-name.ts';
import type { GitConnection, GitRepository, GitUser, RepositoryOrder } from '../git-host.ts';
import { basic, bearer, credentialsOf } from '../http/credentials.ts';
import { GitJson, type Path, type Query } from '../http/git-json.ts';
import { Accounts, ConnectionData, Profile, Projects, Repositories, type Repository } from './answers.ts';

/** Supported by the service, and by servers since Azure DevOps Server 2020. */
export const VERSION: Query = { 'api-version': '6.0' };
export const PREVIEW: Query = { 'api-version': '6.0-preview' };

/** All versions of the directory are previews. */
const DIRECTORY_VERSION: Query = { 'api-version': '7.1-preview' };

/** The host for profiles and organizations. All other requests go to the service itself. */
const DIRECTORY = 'https://app.vssps.visualstudio.com';

export interface Apis {
  /** Below the base URL of the connection. */
  readonly service: GitJson;
  readonly directory: GitJson;
}

export function apisOf(connection: GitConnection): Apis {
  const credentials = credentialsOf(connection.token);
  // Personal access tokens are passwords without a user name, OAuth tokens are JSON Web Tokens.
  const isOAuth = /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/.test(credentials.secret);
  const authorization = isOAuth ? bearer(credentials) : basic({ name: '', secret: credentials.secret });
  const settings = {
    // Without this header, the response to an invalid token is the sign-in page (203) or a redirect to it.
    headers: { authorization, 'x-tfs-fedauthredirect': 'Suppress' },
    explain: ({ status }: Response) =>
      status === 203 || status === 302 ? ({ failure: 'token_refused' } as const) : undefined,
  };
  return {
    service: new GitJson(connection, { root: connection.baseUrl, ...settings }),
    directory: new GitJson(connection, { root: DIRECTORY, ...settings }),
  };
}

/** A repository, in an organization or in the only one of the base URL. */
export interface Place {
  /** The path of the organization below the base URL: empty when the base URL is that of one organization. */
  readonly organization: readonly string[];
  readonly project: string;
  readonly name: string;
}

/**
 * Whether the base URL is that of one organization (a collection on servers): it has a path, or a name before
 * `visualstudio.com`.
 */
export function isOneOrganization(baseUrl: string): boolean {
  const { hostname, pathname } = new URL(baseUrl);
  return pathname !== '/' || hostname.endsWith('.visualstudio.com');
}

function isPublicService(baseUrl: string): boolean {
  return new URL(baseUrl).host === 'dev.azure.com';
}

/**
 * Finds a repository by its full name. A name without a project means the repository with the name of its project.
 *
 * @returns undefined for a name with another number of parts
 */
export function placeOf(fullName: string, baseUrl: string): Place | undefined {
  const parts = fullName.split('/').map(namedBy);
  const organization = isOneOrganization(baseUrl) ? [] : parts.splice(0, 1);
  const [project, name = project, ...others] = parts;
  if (project === undefined || name === undefined || others.length > 0) return undefined;
  return { organization, project, name };
}

/** The full name from the path of a page: the repository follows `_git`, alone if its project has the same name. */
export function nameOf(parts: readonly string[], baseUrl: string): string | undefined {
  const before = isOneOrganization(baseUrl) ? 0 : 1;
  const git = parts.indexOf('_git');
  if (git < 0) return parts.length <= before + 2 ? fullNameOf(parts) : undefined;
  const name = parts[git + 1];
  if (name === undefined) return undefined;
  if (git === before + 1) return fullNameOf([...parts.slice(0, git), name]);
  return git === before ? fullNameOf([...parts.slice(0, git), name, name]) : undefined;
}

/** The user of the token: from the profile, or from the only organization. */
export async function userOf(apis: Apis, { baseUrl }: GitConnection): Promise<GitUser> {
  if (isPublicService(baseUrl) && !isOneOrganization(baseUrl)) {
    const { id, displayName = null, emailAddress: email = null } = await profileOf(apis);
    return { id, login: email ?? displayName ?? id, avatar_url: '', company: null, name: displayName, email };
  }
  const { authenticatedUser } = await connectionOf(apis, []);
  const name = authenticatedUser.customDisplayName ?? authenticatedUser.providerDisplayName ?? null;
  const { id } = authenticatedUser;
  return { id, login: name ?? id, avatar_url: '', company: null, name, email: null };
}

async function profileOf({ directory }: Apis) {
  const { value } = await directory.get(['_apis', 'profile', 'profiles', 'me'], Profile, DIRECTORY_VERSION);
  return value;
}

/** The organizations of the user; none when the base URL is that of one. */
export async function organizationsOf(apis: Apis, connection: GitConnection): Promise<readonly string[]> {
  const { baseUrl, provider } = connection;
  if (isOneOrganization(baseUrl)) return [];
  if (!isPublicService(baseUrl)) {
    const words = 'the URL of the server must name the collection, as in https://server/DefaultCollection';
    throw failed(connection, 'not_supported', words);
  }
  try {
    const query = { memberId: (await profileOf(apis)).id, ...DIRECTORY_VERSION };
    const { value } = await apis.directory.get(['_apis', 'accounts'], Accounts, query);
    return value.value.map(({ accountName }) => accountName).sort((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    if (!(error instanceof GitHostError) || error.failure !== 'token_refused') throw error;
    throw gitHostError(provider, 'token_refused', { host: 'dev.azure.com', words: DIRECTORY_REFUSES });
  }
}

/** The directory treats a token of one organization like an invalid one. */
const DIRECTORY_REFUSES =
  'it is wrong, expired, or not for all accessible organizations; with a token of one organization, give the host as ' +
  'dev.azure.com/organization';

/** At most 100 projects, sorted by name. */
export async function projectsOf(apis: Apis, organization: Path): Promise<readonly string[]> {
  const query = { $top: 100, ...VERSION };
  const { value } = await apis.service.get([...organization, '_apis', 'projects'], Projects, query);
  return value.value.map(({ name }) => name).sort((a, b) => (a < b ? -1 : 1));
}

export async function connectionOf(apis: Apis, organization: Path) {
  const { value } = await apis.service.get([...organization, '_apis', 'connectionData'], ConnectionData, PREVIEW);
  return value;
}

/**
 * All repositories of an organization or of one of its projects. Azure returns them in one response, without the times
 * of pushes, so they are always sorted by name.
 */
export async function repositoriesOf(
  apis: Apis,
  organization: readonly string[],
  project: string | undefined,
  order: RepositoryOrder | null,
): Promise<readonly GitRepository[]> {
  const path = [...organization, ...(project === undefined ? [] : [project]), '_apis', 'git', 'repositories'];
  const { value } = await apis.service.get(path, Repositories, VERSION);
  const usable = value.value.filter(({ isDisabled }) => !isDisabled).map((one) => repositoryOf(one, organization));
  const sorted = usable.sort((a, b) => (a.full_name < b.full_name ? -1 : 1));
  return order?.field === 'full_name' && order.descending ? sorted.reverse() : sorted;
}

export function repositoryOf(repository: Repository, organization: readonly string[]): GitRepository {
  const { id, name, project, defaultBranch } = repository;
  return {
    id,
    full_name: fullNameOf([...organization, project.name, name]),
    git_provider: 'azure_devops',
    is_public: project.visibility === 'public',
    stargazers_count: null,
    pushed_at: null,
    owner_type: 'organization',
    main_branch: defaultBranch ? branchName(defaultBranch) : null,
  };
}

export function branchName(ref: string): string {
  return ref.replace(/^refs\/heads\//, '');
}
