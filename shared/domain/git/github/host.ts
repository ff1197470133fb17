import * as z from 'zod';
import type { GitConnection, GitHost, GitPage, PageRequest, RepositoryFile } from '../git-host.ts';
import { searchOrLookUp } from '../http/named-repository.ts';
import { ask, failed, find, type GitHubApi, gitHubApi } from './api.ts';
import { branchesOf } from './branches.ts';
import { EVERYTHING, pageNumber, partsOf, repositoriesOf, repositoryOf, searchedRepositories } from './repositories.ts';
import { Directory, File, Installations, Organizations, User } from './shapes.ts';
import { suggestedTasksOf } from './suggested-tasks.ts';

/** How many pages of organizations are read. */
const MAX_PAGES = 3;

/** GitHub, with the personal token of its user, or with the one that an app of GitHub got from its user. */
export function gitHubHost(connection: GitConnection): GitHost {
  const api = gitHubApi(connection);
  const repository = (name: string) => repositoryOf(api, name);
  return {
    user: async () => (await ask(api, User, api.request.get('/user'))).data,
    organizations: () => organizationsOf(api),
    installations: (page) => installationsOf(api, page),
    repositories: (query) => repositoriesOf(api, query),
    searchRepositories: (search) =>
      searchOrLookUp(search, {
        baseUrl: connection.baseUrl,
        // Below a repository are its branches and files.
        nameOf: (parts) => parts.slice(0, 2).join('/'),
        repository,
        byText: (text) => searchedRepositories(api, text),
      }),
    repository,
    branches: (name, query) => branchesOf(api, name, query),
    suggestedTasks: () => suggestedTasksOf(api),
    filesIn: (name, directory) => filesIn(api, name, directory),
    readFile: (name, path) => readFile(api, name, path),
    pageIdOf: (page) => String(page),
  };
}

async function organizationsOf(api: GitHubApi): Promise<readonly string[]> {
  const names: string[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { data, next } = await ask(api, Organizations, api.request.get('/user/orgs', { per_page: 100, page }));
    names.push(...data.map(({ login }) => login));
    if (next === null) break;
  }
  return names;
}

/** Only tokens of apps have installations: GitHub refuses the question of any other. */
async function installationsOf(api: GitHubApi, { pageId, limit }: PageRequest): Promise<GitPage<string>> {
  if (!api.connection.token.startsWith('ghu_')) return { items: [EVERYTHING], nextPageId: null };
  const asking = api.request.get('/user/installations', { per_page: limit, page: pageNumber(pageId) });
  const { data, next } = await ask(api, Installations, asking);
  return { items: data.installations.map(({ id }) => id), nextPageId: next };
}

async function filesIn(api: GitHubApi, name: string, directory: string): Promise<readonly RepositoryFile[]> {
  const found = await contents(api, Directory, name, directory);
  return (found ?? []).flatMap(({ type, name: file, path }) => (type === 'file' ? [{ name: file, path }] : []));
}

async function readFile(api: GitHubApi, name: string, path: string): Promise<string | undefined> {
  const found = await contents(api, z.union([File, Directory]), name, path);
  if (found === undefined || !('content' in found)) return undefined;
  // Above a megabyte GitHub gives no content.
  if (found.encoding !== 'base64') throw failed(api, 'malformed_answer', 'the file is too large');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(found.content, 'base64'));
  } catch {
    throw failed(api, 'malformed_answer', 'the file is no text');
  }
}

/** GitHub answers alike for a file that is missing and for a repository that is. */
async function contents<S extends z.ZodType>(api: GitHubApi, shape: S, name: string, path: string) {
  const parts = partsOf(name);
  if (!parts) throw failed(api, 'not_found');
  const found = await find(api, shape, api.request.get('/repos/{owner}/{repo}/contents/{path}', { ...parts, path }));
  if (found === undefined && !(await repositoryOf(api, name))) throw failed(api, 'not_found');
  return found;
}
