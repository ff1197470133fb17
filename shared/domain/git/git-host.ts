import type { GitProvider, TaskType } from '../../contract/shapes/enums.ts';

/** The connection of one owner to one provider. */
export interface GitConnection {
  readonly provider: GitProvider;
  /** The URL of pages and repositories, without a trailing slash, such as `https://github.com`. */
  readonly baseUrl: string;
  /** Secret: only headers of requests to the provider contain it, never an error or a log. */
  readonly token: string;
  /** Limits time, size and redirects, and connects only to checked addresses. */
  readonly fetch: typeof globalThis.fetch;
}

/** A git provider with the token of one owner. Each call sends a bounded number of requests. @throws GitHostError */
export interface GitHost {
  /** The user of the token. */
  user(): Promise<GitUser>;
  /** Names of the user's organizations, groups or workspaces. */
  organizations(): Promise<readonly string[]>;
  /** The containers of repositories, by id or name: app installations, workspaces, projects or organizations. */
  installations(page: PageRequest): Promise<GitPage<string>>;
  /** Repositories that the token can access, by default the last pushed first. */
  repositories(query: RepositoryQuery): Promise<GitPage<GitRepository>>;
  /** Repositories with this text in their names, including public ones if the provider can search them. */
  searchRepositories(query: RepositorySearch): Promise<GitPage<GitRepository>>;
  /** @returns undefined when the repository does not exist, or the token cannot access it */
  repository(name: string): Promise<GitRepository | undefined>;
  /** Branches, optionally those with a text in their names. @throws GitHostError `not_found` without the repository */
  branches(repository: string, query: BranchQuery): Promise<GitPage<GitBranch>>;
  /** The user's open changes with conflicts, failing checks or open comments, and issues assigned to the user. */
  suggestedTasks(): Promise<readonly SuggestedTask[]>;
  /** The files of a directory of the default branch; none when the directory does not exist. */
  filesIn(repository: string, directory: string): Promise<readonly RepositoryFile[]>;
  /** A file of the default branch, or undefined. @throws GitHostError `malformed_answer` when it is not text */
  readFile(repository: string, path: string): Promise<string | undefined>;
  /**
   * The page id for a page number, from 1, of `repositories` and of `branches` without a text. Missing if the provider
   * does not number its pages.
   */
  pageIdOf?(page: number, limit: number): string;
}

export interface PageRequest {
  /** From the previous page; null for the first. */
  readonly pageId: string | null;
  /** 1 to 100. */
  readonly limit: number;
}

export interface GitPage<T> {
  readonly items: readonly T[];
  readonly nextPageId: string | null;
}

export interface RepositoryOrder {
  readonly field: 'stars' | 'forks' | 'updated' | 'pushed' | 'created' | 'full_name';
  readonly descending: boolean;
}

/** The default order of repositories. */
export const lastPushedFirst: RepositoryOrder = { field: 'pushed', descending: true };

export interface RepositoryQuery extends PageRequest {
  /** One of `installations`, or null for all. */
  readonly installation: string | null;
  readonly order: RepositoryOrder | null;
}

export interface RepositorySearch extends PageRequest {
  readonly text: string;
  readonly order: RepositoryOrder | null;
}

export interface BranchQuery extends PageRequest {
  readonly text: string | null;
}

/** The fields of this and the next types have the names of the API. */
export interface GitUser {
  readonly id: string;
  readonly login: string;
  readonly avatar_url: string;
  readonly company: string | null;
  readonly name: string | null;
  readonly email: string | null;
}

export interface GitRepository {
  readonly id: string;
  /** `owner/name`, with more parts for nested groups. */
  readonly full_name: string;
  readonly git_provider: GitProvider;
  readonly is_public: boolean;
  readonly stargazers_count: number | null;
  /** ISO 8601. */
  readonly pushed_at: string | null;
  readonly owner_type: 'user' | 'organization' | null;
  readonly main_branch: string | null;
}

export interface GitBranch {
  readonly name: string;
  readonly commit_sha: string;
  readonly protected: boolean;
  /** ISO 8601. */
  readonly last_push_date: string | null;
}

export interface SuggestedTask {
  readonly git_provider: GitProvider;
  readonly task_type: Exclude<TaskType, 'CREATE_MICROAGENT'>;
  readonly repo: string;
  readonly issue_number: number;
  readonly title: string;
}

export interface RepositoryFile {
  readonly name: string;
  readonly path: string;
}
