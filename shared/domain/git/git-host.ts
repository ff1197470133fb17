import type { GitProvider, TaskType } from '../../contract/shapes/enums.ts';

/** How one owner reaches one provider. */
export interface GitConnection {
  readonly provider: GitProvider;
  /** Where the provider serves people and repositories, without a trailing slash, as in `https://github.com`. */
  readonly baseUrl: string;
  /** Secret: it leaves in headers of requests to the provider alone, never in an error or a log. */
  readonly token: string;
  /** Bounded in time, size and redirects, and led to checked addresses alone. */
  readonly fetch: typeof globalThis.fetch;
}

/** One provider, asked with one owner's token. Each call asks it a bounded number of times. @throws GitHostError */
export interface GitHost {
  /** Who the token belongs to. */
  user(): Promise<GitUser>;
  /** Names of the organizations, groups or workspaces of that person. */
  organizations(): Promise<readonly string[]>;
  /** What repositories lie under: app installations, workspaces, projects or organizations, by id or name. */
  installations(page: PageRequest): Promise<GitPage<string>>;
  /** The repositories that the token reaches, the last pushed first unless another order is asked for. */
  repositories(query: RepositoryQuery): Promise<GitPage<GitRepository>>;
  /** Repositories whose name has this text, public ones of others too where the provider searches them. */
  searchRepositories(query: RepositorySearch): Promise<GitPage<GitRepository>>;
  /** @returns undefined when there is none of this name, or the token may not see it. */
  repository(name: string): Promise<GitRepository | undefined>;
  /** With a text, those whose name has it. @throws GitHostError `not_found` when there is no such repository */
  branches(repository: string, query: BranchQuery): Promise<GitPage<GitBranch>>;
  /** Open changes of that person with a conflict, failing checks or open comments; issues assigned to them. */
  suggestedTasks(): Promise<readonly SuggestedTask[]>;
  /** The files of a directory of the default branch; none when there is no such directory. */
  filesIn(repository: string, directory: string): Promise<readonly RepositoryFile[]>;
  /** A file of the default branch, or undefined. @throws GitHostError `malformed_answer` when it is no text */
  readFile(repository: string, path: string): Promise<string | undefined>;
  /**
   * The page id of the n-th page of `repositories` and of `branches` without a text, from 1 on, where the provider's
   * pages have numbers. Others are read from their start.
   */
  pageIdOf?(page: number, limit: number): string;
}

export interface PageRequest {
  /** As the page before gave it; null for the first. */
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

/** The order of repositories where none is asked for. */
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

/** These and the next have the names of the wire. */
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
  /** `owner/name`; with more parts where the provider nests groups. */
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
