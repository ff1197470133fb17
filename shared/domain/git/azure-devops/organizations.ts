import type { GitConnection, GitUser } from '../git-host.ts';
import { GitHostError } from '../git-host-error.ts';
import { notSupported } from '../http/git-failures.ts';
import type { Path } from '../http/git-json.ts';
import { Accounts, ConnectionData, Profile, Projects } from './answers.ts';
import { type Apis, DIRECTORY_VERSION, isOneOrganization, isPublicService, PREVIEW, VERSION } from './places.ts';

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
    throw notSupported(
      provider,
      "the server's address must name the collection, as in https://server/DefaultCollection",
    );
  }
  try {
    const profile = await apis.directory.get([...PROFILES, 'me'], Profile, DIRECTORY_VERSION);
    const query = { memberId: profile.value.id, ...DIRECTORY_VERSION };
    const { value } = await apis.directory.get(['_apis', 'accounts'], Accounts, query);
    return value.value.map(({ accountName }) => accountName).sort((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    if (!(error instanceof GitHostError) || error.failure !== 'token_refused') throw error;
    throw new GitHostError(provider, 'token_refused', DIRECTORY_REFUSES);
  }
}

/** The directory refuses tokens of one organization as it does wrong ones. */
const DIRECTORY_REFUSES =
  'Azure DevOps refused the token: it is wrong, expired, or not for all accessible organizations. With a token for ' +
  'one organization, store the host as dev.azure.com/organization.';

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
