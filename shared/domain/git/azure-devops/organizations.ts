import { GitHostError, gitHostError } from '../failures.ts';
import type { GitConnection, GitRepository, GitUser, RepositoryOrder } from '../git-host.ts';
import type { Path } from '../http/git-json.ts';
import { Accounts, ConnectionData, Profile, Projects, Repositories, type Repository } from './answers.ts';
import {
  type Apis,
  DIRECTORY_VERSION,
  fullNameOf,
  isOneOrganization,
  isPublicService,
  PREVIEW,
  VERSION,
} from './places.ts';

/** Who the token belongs to, as one organization or the whole service knows them. */
export async function userOf(apis: Apis, { baseUrl }: GitConnection): Promise<GitUser> {
  if (isPublicService(baseUrl) && !isOneOrganization(baseUrl)) {
    const { value } = await apis.directory.get([...PROFILES, 'me'], Profile, DIRECTORY_VERSION);
    const { id, displayName = null, emailAddress: email = null } = value;
    return { id, login: email ?? displayName ?? id, avatar_url: '', company: null, name: displayName, email };
  }
  const { authenticatedUser } = await connectionOf(apis, []);
  const name = authenticatedUser.customDisplayName ?? authenticatedUser.providerDisplayName ?? null;
  const { id } = authenticatedUser;
  return { id, login: name ?? id, avatar_url: '', company: null, name, email: null };
}

/** The organizations of the person; none when the address of the connection is that of one. */
export async function organizationsOf(apis: Apis, { baseUrl, provider }: GitConnection): Promise<readonly string[]> {
  if (isOneOrganization(baseUrl)) return [];
  if (!isPublicService(baseUrl)) {
    const words = "the server's address must name the collection, as in https://server/DefaultCollection";
    throw gitHostError(provider, 'not_supported', { host: new URL(baseUrl).host, words });
  }
  try {
    const profile = await apis.directory.get([...PROFILES, 'me'], Profile, DIRECTORY_VERSION);
    const query = { memberId: profile.value.id, ...DIRECTORY_VERSION };
    const { value } = await apis.directory.get(['_apis', 'accounts'], Accounts, query);
    return value.value.map(({ accountName }) => accountName).sort((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    if (!(error instanceof GitHostError) || error.failure !== 'token_refused') throw error;
    throw gitHostError(provider, 'token_refused', { host: 'dev.azure.com', words: DIRECTORY_REFUSES });
  }
}

/** The directory refuses tokens of one organization as it does wrong ones. */
const DIRECTORY_REFUSES =
  'it is wrong, expired, or not for all accessible organizations; with a token of one organization, give the host as ' +
  'dev.azure.com/organization';

/** At most 100, sorted by name. */
export async function projectsOf(apis: Apis, organization: Path): Promise<readonly string[]> {
  const query = { $top: 100, ...VERSION };
  const { value } = await apis.service.get([...organization, '_apis', 'projects'], Projects, query);
  return value.value.map(({ name }) => name).sort((a, b) => (a < b ? -1 : 1));
}

export async function connectionOf(apis: Apis, organization: Path) {
  const { value } = await apis.service.get([...organization, '_apis', 'connectionData'], ConnectionData, PREVIEW);
  return value;
}

const PROFILES: Path = ['_apis', 'profile', 'profiles'];

/**
 * All repositories of an organization, or of one of its projects: Azure gives them in one answer, without saying when
 * they were pushed to. So they are sorted by name, whatever is asked for.
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
    main_branch: defaultBranch?.replace(/^refs\/heads\//, '') ?? null,
  };
}
