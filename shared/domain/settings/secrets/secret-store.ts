import * as z from 'zod';
import { ProviderType } from '../../../contract/shapes/enums.ts';
import { AppError } from '../../../platform/errors.ts';
import { Sealed } from '../../../platform/vault.ts';

const common = {
  owner_id: z.string(),
  sealed: Sealed,
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
};

/** A secret that an owner gave a name: agents find it under that name in their environment. */
export const CustomSecret = z.object({ ...common, name: z.string(), description: z.string().nullable() });
export type CustomSecret = z.infer<typeof CustomSecret>;

/** An owner's token of one git provider. Without a host it is for the provider's public one. */
export const GitProviderToken = z.object({ ...common, provider: ProviderType, host: z.string().nullable() });
export type GitProviderToken = z.infer<typeof GitProviderToken>;

/** The seal purpose of owners' secrets: a seal of another purpose does not open in their place. */
export const CUSTOM_PURPOSE = 'custom_secret';
export function gitPurpose(provider: GitProviderToken['provider']): string {
  return `git_token/${provider}`;
}

/** The name under which agents find an owner's token of a git provider. */
export function tokenName(provider: GitProviderToken['provider']): string {
  return `${provider.toUpperCase()}_TOKEN`;
}

/** How many secrets one owner may keep: an agent is given all of them at its start. */
export const MAX_CUSTOM_SECRETS = 100;

/** All that an owner keeps, sealed. */
export interface OwnerSecrets {
  /** In the order of their names. */
  readonly custom: readonly CustomSecret[];
  readonly git: readonly GitProviderToken[];
}

/** The secrets of owners. A record is replaced only by its next version: one of two writers gets a conflict. */
export interface SecretStore {
  /** Everything at once, as it is now. */
  all(ownerId: string): Promise<OwnerSecrets>;
  listGit(ownerId: string): Promise<readonly GitProviderToken[]>;
  findCustom(ownerId: string, name: string): Promise<CustomSecret | undefined>;
  findGit(ownerId: string, provider: GitProviderToken['provider']): Promise<GitProviderToken | undefined>;
  /** Only a first version counts towards `limit`. @throws VersionConflictError, TooManySecretsError */
  saveCustom(secret: CustomSecret, limit: number): Promise<void>;
  /** Saves a later version, which changes no count. @throws VersionConflictError */
  replaceCustom(secret: CustomSecret): Promise<void>;
  /** Renames a secret. @throws VersionConflictError; SecretExistsError when the name is taken */
  rename(previous: CustomSecret, next: CustomSecret): Promise<void>;
  /** @throws VersionConflictError. */
  removeCustom(secret: CustomSecret): Promise<void>;
  /** All of them or none. @throws VersionConflictError */
  saveGit(tokens: readonly GitProviderToken[]): Promise<void>;
  /** All of them or none. @throws VersionConflictError */
  removeGit(tokens: readonly GitProviderToken[]): Promise<void>;
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
