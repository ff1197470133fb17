import * as z from 'zod';
import { failed } from '../failures.ts';
import type { GitConnection, GitHost } from '../git-host.ts';
import { segmentsOf, textIn } from '../http/git-json.ts';
import { searchOrLookUp } from '../http/named-repository.ts';
import { type GitHubApi, gitHubApi, nextPage, pageNumber } from './api.ts';
import { branchesOf, EVERYTHING, pathOf, repositoriesOf, repositoryOf, searchedRepositories } from './repositories.ts';
import { Directory, File, Installations, Organizations, User } from './shapes.ts';
import { suggestedTasksOf } from './suggested-tasks.ts';

/** The most pages of organizations to read. */
const MAX_PAGES = 3;

/** GitHub with a personal access token, or with the user token of a GitHub App. */
export function gitHubHost(connection: GitConnection): GitHost {
  const api = gitHubApi(connection);
  return {
    user: async () => (await api.rest.get(['user'], User)).value,

    async organizations() {
      const names: string[] = [];
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const { value, headers } = await api.rest.get(['user', 'orgs'], Organizations, { per_page: 100, page });
        names.push(...value.map(({ login }) => login));
        if (nextPage(headers) === null) break;
      }
      return names;
    },

    /** GitHub rejects this request for tokens other than those of apps. */
    async installations({ pageId, limit }) {
      if (!connection.token.startsWith('ghu_')) return { items: [EVERYTHING], nextPageId: null };
      const query = { per_page: limit, page: pageNumber(pageId) };
      const { value, headers } = await api.rest.get(['user', 'installations'], Installations, query);
      return { items: value.installations.map(({ id }) => id), nextPageId: nextPage(headers) };
    },

    repositories: (query) => repositoriesOf(api, query),

    searchRepositories(search) {
      return searchOrLookUp(search, {
        baseUrl: connection.baseUrl,
        // URLs of branches and files have more parts.
        nameOf: (parts) => parts.slice(0, 2).join('/'),
        repository: (name) => this.repository(name),
        byText: (text) => searchedRepositories(api, text),
      });
    },

    repository: (name) => repositoryOf(api, name),

    branches: (name, query) => branchesOf(api, name, query),

    suggestedTasks: () => suggestedTasksOf(api),

    async filesIn(repository, directory) {
      const found = await contents(api, Directory, repository, directory);
      return (found ?? []).flatMap(({ type, name, path }) => (type === 'file' ? [{ name, path }] : []));
    },

    async readFile(repository, path) {
      const found = await contents(api, z.union([File, Directory]), repository, path);
      if (found === undefined || !('content' in found)) return undefined;
      // GitHub leaves out the content of files over 1 MB.
      if (found.encoding !== 'base64') throw failed(connection, 'malformed_answer', 'the file is too large');
      const text = textIn(Buffer.from(found.content, 'base64'));
      if (text === undefined) throw failed(connection, 'malformed_answer', 'the file is not text');
      return text;
    },

    pageIdOf: (page) => String(page),
  };
}

/** GitHub returns the same 404 for a missing file and for a missing repository. */
async function contents<T>(api: GitHubApi, shape: z.ZodType<T>, repository: string, path: string) {
  const found = await api.rest.find([...pathOf(repository), 'contents', ...segmentsOf(path)], shape);
  if (!found && !(await repositoryOf(api, repository))) throw failed(api.connection, 'not_found');
  return found?.value;
}
