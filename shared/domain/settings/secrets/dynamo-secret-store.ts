import * as z from 'zod';
import { absent, any, type Condition, is, updateOf, when } from '../../../platform/aws/expressions.ts';
import { getItem } from '../../../platform/aws/get-item.ts';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import { asRead } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { certain, type Part, transact } from '../../../platform/aws/transact.ts';
import { VersionConflictError } from '../../../platform/errors.ts';
import type { Tables } from '../../../rights/statement.ts';
import {
  type CustomSecret,
  type GitHubApp,
  type GitProviderToken,
  type GitRow,
  type OwnerGit,
  type OwnerSecrets,
  readCustomSecret,
  readGitHubApp,
  readGitToken,
  SecretExistsError,
  type SecretStore,
  TooManySecretsError,
} from './secret-store.ts';

/** The sort key of the row with the number of an owner's custom secrets. */
const COUNT_KEY = '#custom';

const Row = z.record(z.string(), z.unknown());

const customKey = (name: string) => `custom/${name}`;
const gitKey = (provider: string) => `git/${provider}`;
const APP_KEY = gitKey('github/app');
const keyOfGit = (row: GitRow) => ('provider' in row ? gitKey(row.provider) : APP_KEY);
const keyOf = (ownerId: string, secretKey: string) => ({ owner_id: ownerId, secret_key: secretKey });

/** Secrets in DynamoDB, with one row for each. */
export class DynamoSecretStore extends TableStore<Tables<'secrets'>> implements SecretStore {
  async all(ownerId: string): Promise<OwnerSecrets> {
    const rows = await this.#query(ownerId, '');
    const of = (prefix: string) => rows.filter(({ secret_key: key }) => String(key).startsWith(prefix));
    return {
      // The key has the name, also of a damaged row.
      custom: of(customKey('')).map((row) => readCustomSecret({ ...row, name: String(row.secret_key).slice(7) })),
      ...gitIn(of(gitKey(''))),
    };
  }

  async listGit(ownerId: string): Promise<readonly GitProviderToken[]> {
    return (await this.allGit(ownerId)).git;
  }

  async allGit(ownerId: string): Promise<OwnerGit> {
    return gitIn(await this.#query(ownerId, gitKey('')));
  }

  async findApp(ownerId: string): Promise<GitHubApp | undefined> {
    const row = await getItem(this.documents, this.tables.secrets, keyOf(ownerId, APP_KEY));
    return row && readGitHubApp(row);
  }

  async findCustom(ownerId: string, name: string): Promise<CustomSecret | undefined> {
    const row = await getItem(this.documents, this.tables.secrets, keyOf(ownerId, customKey(name)));
    return row && readCustomSecret(row);
  }

  async findGit(ownerId: string, provider: GitProviderToken['provider']): Promise<GitProviderToken | undefined> {
    const row = await getItem(this.documents, this.tables.secrets, keyOf(ownerId, gitKey(provider)));
    return row && readGitToken(row);
  }

  async saveCustom(secret: CustomSecret, limit: number): Promise<void> {
    const isNew = secret.version === 1;
    await transact(this.documents, [this.#save(secret), ...(isNew ? [this.#countUp(secret.owner_id, limit)] : [])]);
  }

  async replaceCustom(secret: CustomSecret): Promise<void> {
    await transact(this.documents, [this.#save(secret)]);
  }

  async rename(previous: CustomSecret, next: CustomSecret): Promise<void> {
    await transact(this.documents, [
      this.#remove(customKey(previous.name), previous, () => new VersionConflictError('secret', previous.name)),
      this.#put(customKey(next.name), { ...next, version: 1 }, () => new SecretExistsError(next.name)),
    ]);
  }

  async removeCustom(secret: CustomSecret): Promise<void> {
    await transact(this.documents, [
      this.#remove(customKey(secret.name), secret, () => new VersionConflictError('secret', secret.name)),
      this.#countDown(secret.owner_id),
    ]);
  }

  async saveGit(rows: readonly GitRow[]): Promise<void> {
    await this.#changeGit(rows.map((row) => this.#put(keyOfGit(row), row, gitTokenChanged)));
  }

  async removeGit(rows: readonly GitRow[]): Promise<void> {
    await this.#changeGit(rows.map((row) => this.#remove(keyOfGit(row), row, gitTokenChanged)));
  }

  async #changeGit(parts: readonly Part[]): Promise<void> {
    if (parts.length > 0) await transact(this.documents, parts);
  }

  #query(ownerId: string, prefix: string): Promise<Record<string, unknown>[]> {
    const pages = queryPages(this.documents, {
      TableName: this.tables.secrets,
      KeyConditionExpression: `owner_id = :owner${prefix ? ' AND begins_with(secret_key, :prefix)' : ''}`,
      ExpressionAttributeValues: { ':owner': ownerId, ...(prefix ? { ':prefix': prefix } : {}) },
      ConsistentRead: true,
    });
    return allRows(pages, (item) => Row.parse(item));
  }

  #save(secret: CustomSecret): Part {
    return this.#put(customKey(secret.name), secret, () => new VersionConflictError('secret', secret.name));
  }

  /** Version 1 is a new row. Other versions replace the previous one. */
  #put(secretKey: string, row: CustomSecret | GitRow, lost: () => Error): Part {
    const before = row.version === 1 ? absent('owner_id') : is('version', '=', row.version - 1);
    const Put = { TableName: this.tables.secrets, Item: { ...row, secret_key: secretKey }, ...when(before) };
    return { item: { Put }, lost };
  }

  #remove(secretKey: string, row: CustomSecret | GitRow, lost: () => Error): Part {
    const Key = keyOf(row.owner_id, secretKey);
    const Delete = { TableName: this.tables.secrets, Key, ...when(asRead(row, 'version')) };
    return { item: { Delete }, lost };
  }

  #countUp(ownerId: string, limit: number): Part {
    const hasRoom = any(absent('secret_count'), is('secret_count', '<', limit));
    return { item: this.#count(ownerId, 1, hasRoom), lost: () => new TooManySecretsError(limit) };
  }

  #countDown(ownerId: string): Part {
    return certain(this.#count(ownerId, -1));
  }

  #count(ownerId: string, difference: number, condition?: Condition) {
    const Key = keyOf(ownerId, COUNT_KEY);
    const change = updateOf({ add: { secret_count: difference }, when: condition });
    return { Update: { TableName: this.tables.secrets, Key, ...change } };
  }
}

function gitIn(rows: readonly Record<string, unknown>[]): OwnerGit {
  const app = rows.find(({ secret_key: key }) => key === APP_KEY);
  return { git: rows.filter((row) => row !== app).map(readGitToken), app: app && readGitHubApp(app) };
}

function gitTokenChanged(): Error {
  return new VersionConflictError('git provider token', 'of this owner');
}
