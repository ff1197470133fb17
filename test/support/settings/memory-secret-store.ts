import {
  type CustomSecret,
  type GitHubApp,
  type GitProviderToken,
  type GitRow,
  type OwnerGit,
  type OwnerSecrets,
  SecretExistsError,
  type SecretStore,
  TooManySecretsError,
} from '../../../shared/domain/settings/secrets/secret-store.ts';
import { VersionConflictError } from '../../../shared/platform/errors.ts';
import { keyOf } from '../platform/memory-page.ts';

export class MemorySecretStore implements SecretStore {
  readonly custom = new Map<string, CustomSecret>();
  readonly git = new Map<string, GitProviderToken>();
  readonly apps = new Map<string, GitHubApp>();

  async all(ownerId: string): Promise<OwnerSecrets> {
    const own = <T extends { owner_id: string }>(rows: Map<string, T>) =>
      [...rows.values()].filter((row) => row.owner_id === ownerId);
    return {
      custom: own(this.custom).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      git: own(this.git),
      app: this.apps.get(ownerId),
    };
  }

  async allGit(ownerId: string): Promise<OwnerGit> {
    const { git, app } = await this.all(ownerId);
    return { git, app };
  }

  async findApp(ownerId: string): Promise<GitHubApp | undefined> {
    return this.apps.get(ownerId);
  }

  async listGit(ownerId: string): Promise<readonly GitProviderToken[]> {
    return (await this.all(ownerId)).git;
  }

  async findCustom(ownerId: string, name: string): Promise<CustomSecret | undefined> {
    return this.custom.get(keyOf(ownerId, name));
  }

  async findGit(ownerId: string, provider: GitProviderToken['provider']): Promise<GitProviderToken | undefined> {
    return this.git.get(keyOf(ownerId, provider));
  }

  async saveCustom(secret: CustomSecret, limit: number): Promise<void> {
    this.expectBefore(this.custom.get(keyOf(secret.owner_id, secret.name)), secret, secret.name);
    const owned = [...this.custom.values()].filter(({ owner_id: owner }) => owner === secret.owner_id);
    if (secret.version === 1 && owned.length >= limit) throw new TooManySecretsError(limit);
    this.custom.set(keyOf(secret.owner_id, secret.name), secret);
  }

  replaceCustom(secret: CustomSecret): Promise<void> {
    return this.saveCustom(secret, Number.POSITIVE_INFINITY);
  }

  async rename(previous: CustomSecret, next: CustomSecret): Promise<void> {
    this.expectSame(this.custom.get(keyOf(previous.owner_id, previous.name)), previous, previous.name);
    if (this.custom.has(keyOf(next.owner_id, next.name))) throw new SecretExistsError(next.name);
    this.custom.delete(keyOf(previous.owner_id, previous.name));
    this.custom.set(keyOf(next.owner_id, next.name), { ...next, version: 1 });
  }

  async removeCustom(secret: CustomSecret): Promise<void> {
    this.expectSame(this.custom.get(keyOf(secret.owner_id, secret.name)), secret, secret.name);
    this.custom.delete(keyOf(secret.owner_id, secret.name));
  }

  async saveGit(rows: readonly GitRow[]): Promise<void> {
    for (const row of rows) this.expectBefore(this.kept(row), row, nameOf(row));
    for (const row of rows) {
      if ('provider' in row) this.git.set(keyOf(row.owner_id, row.provider), row);
      else this.apps.set(row.owner_id, row);
    }
  }

  async removeGit(rows: readonly GitRow[]): Promise<void> {
    for (const row of rows) this.expectSame(this.kept(row), row, nameOf(row));
    for (const row of rows) {
      if ('provider' in row) this.git.delete(keyOf(row.owner_id, row.provider));
      else this.apps.delete(row.owner_id);
    }
  }

  private kept(row: GitRow): GitRow | undefined {
    return 'provider' in row ? this.git.get(keyOf(row.owner_id, row.provider)) : this.apps.get(row.owner_id);
  }

  private expectBefore(row: { version: number } | undefined, next: { version: number }, name: string): void {
    if ((row?.version ?? 0) !== next.version - 1) throw new VersionConflictError('secret', name);
  }

  private expectSame(row: { version: number } | undefined, known: { version: number }, name: string): void {
    if (row?.version !== known.version) throw new VersionConflictError('secret', name);
  }
}

function nameOf(row: GitRow): string {
  return 'provider' in row ? row.provider : 'app';
}
