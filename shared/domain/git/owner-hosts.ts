import type { GitProvider } from '../../contract/shapes/enums.ts';
import { Branch, Repository } from '../../contract/shapes/repository.ts';
import type { Vault } from '../../platform/vault.ts';
import { type GitProviderToken, gitPurpose, type SecretStore } from '../settings/secrets/secret-store.ts';
import type { AnswerCache } from './answer-cache.ts';
import { gitHostError, tokenRequired } from './failures.ts';
import { baseOf, type GitBases } from './git-bases.ts';
import type { GitConnection, GitHost, GitPage, GitRepository, RepositorySearch, SuggestedTask } from './git-host.ts';

export interface GitDeps {
  readonly secrets: Pick<SecretStore, 'listGit'>;
  readonly vault: Pick<Vault, 'open'>;
  /** The servers of the deployment. */
  readonly bases: GitBases;
  readonly cache: AnswerCache;
  readonly hostOf: (connection: GitConnection) => GitHost;
  /** Makes the `fetch` for one request to this service, with limits on its time and its number of requests. */
  readonly fetchOfRequest: () => typeof globalThis.fetch;
}

/** One provider with the token of one owner. Caches responses. */
export interface OwnerHost extends Required<Omit<GitHost, 'pageIdOf'>> {
  readonly provider: GitProvider;
  /** Undefined if the provider does not number its pages. */
  pageIdOf(page: number, limit: number): Promise<string | undefined>;
}

/** The providers with a token of the owner. */
export class OwnerHosts {
  readonly #tokens: readonly GitProviderToken[];
  readonly #deps: GitDeps;
  readonly #fetch: typeof globalThis.fetch;

  private constructor(tokens: readonly GitProviderToken[], deps: GitDeps) {
    this.#tokens = tokens;
    this.#deps = deps;
    this.#fetch = deps.fetchOfRequest();
  }

  static async of(ownerId: string, deps: GitDeps): Promise<OwnerHosts> {
    return new OwnerHosts(await deps.secrets.listGit(ownerId), deps);
  }

  all(): readonly OwnerHost[] {
    return this.#tokens.map(({ provider }) => this.one(provider));
  }

  /** The named provider, or all for null. @throws AppError `git_token_required` without a token */
  some(provider: GitProvider | null): readonly OwnerHost[] {
    if (provider !== null) return [this.one(provider)];
    if (this.#tokens.length === 0) throw tokenRequired(null);
    return this.all();
  }

  /** @throws AppError `git_token_required` */
  one(provider: GitProvider): OwnerHost {
    const token = this.#tokens.find((candidate) => candidate.provider === provider);
    if (!token) throw tokenRequired(provider);
    return this.#host(token, baseOf(provider, token, this.#deps.bases) ?? null);
  }

  #host(record: GitProviderToken, baseUrl: string | null): OwnerHost {
    const { owner_id: ownerId, provider, version, updated_at: updatedAt } = record;
    let connected: Promise<GitHost> | undefined;
    const connect = () => {
      connected ??= this.#connect(record, baseUrl);
      return connected;
    };
    const scope = [ownerId, provider, baseUrl, version, updatedAt];
    const answer = <T>(question: readonly unknown[], ask: (host: GitHost) => Promise<T>): Promise<T> =>
      this.#deps.cache.answer([...scope, ...question], async () => ask(await connect()));
    return {
      provider,
      user: () => answer(['user'], (host) => host.user()),
      organizations: () => answer(['organizations'], (host) => host.organizations()),
      installations: (page) => answer(['installations', page], (host) => host.installations(page)),
      repositories: (query) =>
        answer(['repositories', query], async (host) => startable(await host.repositories(query))),
      searchRepositories: (search) =>
        answer(['search', search], async (host) => startable(await host.searchRepositories(search))),
      repository: (name) => answer(['repository', name], (host) => host.repository(name)),
      branches: (name, query) =>
        answer(['branches', name, query], async (host) => {
          const { items, nextPageId } = await host.branches(name, query);
          return { items: items.filter((branch) => isBranch(branch.name)), nextPageId };
        }),
      suggestedTasks: () =>
        answer(['tasks'], async (host): Promise<readonly SuggestedTask[]> => {
          const tasks = await host.suggestedTasks();
          return tasks.filter(({ repo }) => isRepository(repo));
        }),
      filesIn: (name, directory) => answer(['files', name, directory], (host) => host.filesIn(name, directory)),
      readFile: (name, path) => answer(['file', name, path], (host) => host.readFile(name, path)),
      pageIdOf: async (page, limit) => (await connect()).pageIdOf?.(page, limit),
    };
  }

  async #connect({ owner_id: ownerId, provider, sealed }: GitProviderToken, baseUrl: string | null): Promise<GitHost> {
    if (baseUrl === null) throw gitHostError(provider, 'host_unknown', { host: '' });
    const token = await this.#deps.vault.open(ownerId, gitPurpose(provider), sealed);
    return this.#deps.hostOf({ provider, baseUrl, token, fetch: this.#fetch });
  }
}

interface RepositoryFilter extends Omit<RepositorySearch, 'text'> {
  readonly text: string | null;
  readonly installation: string | null;
}

/** The owner's repositories, or those that match a text: a URL, a name or a part of one. @throws GitHostError */
export function findRepositories(
  host: OwnerHost,
  { text, installation, ...page }: RepositoryFilter,
): Promise<GitPage<GitRepository>> {
  return text === null ? host.repositories({ installation, ...page }) : host.searchRepositories({ text, ...page });
}

const isRepository = (name: string): boolean => Repository.safeParse(name).success;
const isBranch = (name: string): boolean => Branch.safeParse(name).success;

/** Leaves out what no start accepts, such as a name in which a character was lost. */
function startable({ items, nextPageId }: GitPage<GitRepository>): GitPage<GitRepository> {
  const named = items.filter(({ full_name }) => isRepository(full_name));
  return {
    items: named.map((one) => (isBranch(one.main_branch ?? '') ? one : { ...one, main_branch: null })),
    nextPageId,
  };
}
