import * as z from 'zod';
import { ProviderType } from '../../../contract/shapes/enums.ts';
import { Moment } from '../../../contract/shapes/moments.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { AppError } from '../../../platform/errors.ts';
import { NO_SEAL, Sealed } from '../../../platform/vault.ts';

const common = {
  owner_id: z.string(),
  sealed: Sealed,
  version: z.int(),
  created_at: Moment,
  updated_at: Moment,
};

const shown = ['version', 'created_at', 'updated_at'] as const;

/** A named secret of an owner. Agents read it from an environment variable of that name. */
export const CustomSecret = z.object({ ...common, name: z.string(), description: z.string().nullable() });
export type CustomSecret = z.infer<typeof CustomSecret>;

/** The owner has to set such a secret again. */
const damaged = { sealed: NO_SEAL };

export const readCustomSecret = /* @__PURE__ */ rowReader('secret', CustomSecret, { shown, damaged });

/** An owner's token for a git provider. Without a host, it is for the public one. */
export const GitProviderToken = z.object({ ...common, provider: ProviderType, host: z.string().nullable() });
export type GitProviderToken = z.infer<typeof GitProviderToken>;

export const readGitToken = /* @__PURE__ */ rowReader('git provider token', GitProviderToken, { shown, damaged });

/** An owner's GitHub App, with its sealed private key. Without a host, it is one of github.com. */
export const GitHubApp = z.object({
  ...common,
  app_id: z.string(),
  /** Null: that of each repository is looked up. */
  installation_id: z.string().nullable(),
  host: z.string().nullable(),
});
export type GitHubApp = z.infer<typeof GitHubApp>;

export const readGitHubApp = /* @__PURE__ */ rowReader('GitHub App', GitHubApp, { shown, damaged });

/** The seal purpose of the private key of a GitHub App. */
export const APP_PURPOSE = 'github_app';

/** The seal purpose of custom secrets. Seals of other purposes do not open as custom secrets. */
export const CUSTOM_PURPOSE = 'custom_secret';
export function gitPurpose(provider: GitProviderToken['provider']): string {
  return `git_token/${provider}`;
}

/** The environment variable of a git token for agents. */
export function tokenName(provider: GitProviderToken['provider']): string {
  return `${provider.toUpperCase()}_TOKEN`;
}

/** Maximum number of an owner's secrets. An agent receives all of them at its start. */
export const MAX_CUSTOM_SECRETS = 100;

/** All secrets of an owner, sealed. */
export interface OwnerSecrets {
  /** Sorted by name. */
  readonly custom: readonly CustomSecret[];
  readonly git: readonly GitProviderToken[];
  readonly app: GitHubApp | undefined;
}

/** What an owner stored for git providers. */
export type OwnerGit = Pick<OwnerSecrets, 'git' | 'app'>;
export type GitRow = GitProviderToken | GitHubApp;

/** The secrets of owners. Only its next version can replace a record, so one of two writers gets a conflict. */
export interface SecretStore {
  /** Reads consistently. */
  all(ownerId: string): Promise<OwnerSecrets>;
  listGit(ownerId: string): Promise<readonly GitProviderToken[]>;
  /** The same with the GitHub App. Reads consistently. */
  allGit(ownerId: string): Promise<OwnerGit>;
  findApp(ownerId: string): Promise<GitHubApp | undefined>;
  findCustom(ownerId: string, name: string): Promise<CustomSecret | undefined>;
  findGit(ownerId: string, provider: GitProviderToken['provider']): Promise<GitProviderToken | undefined>;
  /** Only first versions count towards `limit`. @throws VersionConflictError, TooManySecretsError */
  saveCustom(secret: CustomSecret, limit: number): Promise<void>;
  /** Saves a later version, without changing the count. @throws VersionConflictError */
  replaceCustom(secret: CustomSecret): Promise<void>;
  /** Renames a secret. @throws VersionConflictError; SecretExistsError when the name is taken */
  rename(previous: CustomSecret, next: CustomSecret): Promise<void>;
  /** @throws VersionConflictError */
  removeCustom(secret: CustomSecret): Promise<void>;
  /** Atomic. @throws VersionConflictError */
  saveGit(rows: readonly GitRow[]): Promise<void>;
  /** Atomic. @throws VersionConflictError */
  removeGit(rows: readonly GitRow[]): Promise<void>;
}

export class SecretExistsError extends AppError {
  constructor(name: string) {
    super('conflict', `A secret named ${name} already exists. Use another name.`);
    this.name = 'SecretExistsError';
  }
}

export class TooManySecretsError extends AppError {
  constructor(limit: number) {
    super('conflict', `You can keep at most ${limit} secrets. Delete one first.`);
    this.name = 'TooManySecretsError';
  }
}
