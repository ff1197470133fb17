import type {
  BranchQuery,
  GitBranch,
  GitConnection,
  GitHost,
  GitPage,
  GitRepository,
  GitUser,
  PageRequest,
  RepositoryFile,
  RepositoryOrder,
  RepositoryQuery,
  RepositorySearch,
  SuggestedTask,
} from '../git-host.ts';
import { NOWHERE, type Path, segmentsOf } from '../http/git-json.ts';
import { searchOrLookUp } from '../http/named-repository.ts';
import { noSuchPage, pageOfSources, sliceOf } from '../http/page-ids.ts';
import { Items, Refs, Repository } from './answers.ts';
import { organizationsOf, projectsOf, repositoriesOf, repositoryOf, userOf } from './organizations.ts';
import { type Apis, apisOf, isOneOrganization, nameOf, type Place, placeOf, VERSION } from './places.ts';
import { suggestedTasks } from './suggested-tasks.ts';

/**
 * Azure DevOps, the service and the server. Repositories lie in projects, and those in organizations: a full name is
 * `organization/project/name`, or `project/name` where the address of the connection is that of one organization.
 */
export function azureDevOpsHost(connection: GitConnection): GitHost {
  return new AzureDevOpsHost(connection);
}

class AzureDevOpsHost implements GitHost {
  readonly #connection: GitConnection;
  readonly #apis: Apis;

  constructor(connection: GitConnection) {
    this.#connection = connection;
    this.#apis = apisOf(connection);
  }

  async user(): Promise<GitUser> {
    return userOf(this.#apis, this.#connection);
  }

  async organizations(): Promise<readonly string[]> {
    return organizationsOf(this.#apis, this.#connection);
  }

  /** Organizations; projects where the address of the connection is that of one organization. */
  async installations(page: PageRequest): Promise<GitPage<string>> {
    const all = this.#isOne() ? await projectsOf(this.#apis, []) : await this.organizations();
    return sliceOf(this.#connection.provider, all, page);
  }

  async repositories({ installation, order, ...page }: RepositoryQuery): Promise<GitPage<GitRepository>> {
    if (installation === null) return this.#repositories(page, order, () => true);
    const [organization, project] = this.#isOne() ? [[], installation] : partsOf(installation);
    const all = await repositoriesOf(this.#apis, organization, project, order);
    return sliceOf(this.#connection.provider, all, page);
  }

  /** Azure searches no names of repositories, and lists those of one's own organizations. */
  async searchRepositories(search: RepositorySearch): Promise<GitPage<GitRepository>> {
    const { baseUrl } = this.#connection;
    return searchOrLookUp(search, {
      baseUrl,
      nameOf: (parts) => nameOf(parts, baseUrl),
      repository: (name) => this.repository(name),
      byText: ({ text, order, ...page }) => {
        const part = text.trim().toLowerCase();
        return this.#repositories(page, order, ({ full_name }) => full_name.toLowerCase().includes(part));
      },
    });
  }

  async repository(name: string): Promise<GitRepository | undefined> {
    const place = placeOf(name, this.#connection.baseUrl);
    const answer = place && (await this.#apis.service.find(pathOf(place), Repository, VERSION));
    return answer && repositoryOf(answer.value, place.organization);
  }

  async branches(repository: string, { text, pageId, limit }: BranchQuery): Promise<GitPage<GitBranch>> {
    if (pageId !== null && !MARK.test(pageId)) throw noSuchPage(this.#connection.provider);
    const query = {
      filter: 'heads/',
      filterContains: text ?? undefined,
      $top: limit,
      continuationToken: pageId ?? undefined,
      ...VERSION,
    };
    const { value, headers } = await this.#apis.service.get([...this.#pathOf(repository), 'refs'], Refs, query);
    const next = headers.get('x-ms-continuationtoken') ?? '';
    const items = value.value.map(({ name, objectId, isLocked }) => ({
      name: name.replace(/^refs\/heads\//, ''),
      commit_sha: objectId,
      protected: isLocked ?? false,
      last_push_date: null,
    }));
    return { items, nextPageId: MARK.test(next) ? next : null };
  }

  async suggestedTasks(): Promise<readonly SuggestedTask[]> {
    return suggestedTasks(this.#apis, this.#connection);
  }

  async filesIn(repository: string, directory: string): Promise<readonly RepositoryFile[]> {
    const scopePath = `/${segmentsOf(directory).join('/')}`;
    const query = { scopePath, recursionLevel: 'OneLevel', ...VERSION };
    const answer = await this.#apis.service.find([...this.#pathOf(repository), 'items'], Items, query);
    // The directory itself comes first. Asked for a file, Azure gives that file.
    const files = answer?.value.value.filter(({ path, isFolder }) => !isFolder && path !== scopePath) ?? [];
    return files.map(({ path }) => ({ name: path.split('/').at(-1) ?? path, path: path.replace(/^\//, '') }));
  }

  async readFile(repository: string, path: string): Promise<string | undefined> {
    const query = { path: `/${segmentsOf(path).join('/')}`, download: true, ...VERSION };
    return this.#apis.service.findText([...this.#pathOf(repository), 'items'], query, 'application/octet-stream');
  }

  #isOne(): boolean {
    return isOneOrganization(this.#connection.baseUrl);
  }

  async #repositories(
    page: PageRequest,
    order: RepositoryOrder | null,
    isWanted: (repository: GitRepository) => boolean,
  ): Promise<GitPage<GitRepository>> {
    const { provider } = this.#connection;
    const read = async (organization: readonly string[], within: PageRequest) => {
      const all = await repositoriesOf(this.#apis, organization, undefined, order);
      return sliceOf(provider, all.filter(isWanted), within);
    };
    if (this.#isOne()) return read([], page);
    return pageOfSources(provider, await this.organizations(), page, (name, within) => read([name], within));
  }

  #pathOf(repository: string): Path {
    const place = placeOf(repository, this.#connection.baseUrl);
    return place ? pathOf(place) : NOWHERE;
  }
}

function pathOf({ organization, project, name }: Place): Path {
  return [...organization, project, '_apis', 'git', 'repositories', name];
}

/** What Azure gives to continue with: in practice the name of a ref, or bytes in base64. */
const MARK = /^[\x21-\x7e]{1,500}$/;

function partsOf(installation: string): [readonly string[], string | undefined] {
  const [organization = '', project] = installation.split('/');
  return [[organization], project];
}
