import { randomBytes } from 'node:crypto';
import { AwsError } from '../aws/aws-error.ts';

/** One KeyValueStore, as it is kept in a file. */
export interface StoredKeyValues {
  /** Which version of the whole store this is. Every write names the one that it knows. */
  readonly etag: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly modifiedAt: string;
  readonly values: Readonly<Record<string, string>>;
}

interface Update {
  readonly ifMatch: string;
  readonly puts?: readonly { readonly Key: string; readonly Value: string }[];
  readonly deletes?: readonly { readonly Key: string }[];
}

/** CloudFront's limits: bytes of a key, of a value and of a store, and entries that one call changes. */
const KEY_BYTES = 512;
const VALUE_BYTES = 1024;
const STORE_BYTES = 5 * 1024 * 1024;
const CHANGES = 50;

export function emptyStore(now = new Date()): StoredKeyValues {
  const time = now.toISOString();
  return { etag: newEtag(), createdAt: time, modifiedAt: time, values: {} };
}

/** All of an update or nothing. @throws AwsError as CloudFront answers it */
export function updated(store: StoredKeyValues, { ifMatch, puts = [], deletes = [] }: Update): StoredKeyValues {
  if (ifMatch !== store.etag) throw new AwsError('ConflictException', 'The If-Match version is not current.', 409);
  if (puts.length + deletes.length > CHANGES) throw invalid(`An update changes at most ${CHANGES} keys.`);
  for (const { Key, Value } of puts) assertFits(Key, Value);
  const absent = deletes.find(({ Key }) => !Object.hasOwn(store.values, Key));
  if (absent) throw notFound('key');
  const gone = new Set(deletes.map(({ Key }) => Key));
  const kept = Object.entries(store.values).filter(([key]) => !gone.has(key));
  const values = Object.fromEntries([...kept, ...puts.map(({ Key, Value }) => [Key, Value] as const)]);
  const next = { ...store, etag: newEtag(), modifiedAt: new Date().toISOString(), values };
  if (bytesOf(next) > STORE_BYTES) {
    throw new AwsError('ServiceQuotaExceededException', `A store has at most ${STORE_BYTES} bytes.`, 402);
  }
  return next;
}

/** @throws AwsError ResourceNotFoundException */
export function entryOf(store: StoredKeyValues, key: string): string {
  const value = Object.hasOwn(store.values, key) ? store.values[key] : undefined;
  if (value === undefined) throw notFound('key');
  return value;
}

/** What most answers tell of the store. */
export function sizeOf(store: StoredKeyValues): { readonly ItemCount: number; readonly TotalSizeInBytes: number } {
  return { ItemCount: Object.keys(store.values).length, TotalSizeInBytes: bytesOf(store) };
}

export function notFound(what: 'key' | 'key value store'): AwsError {
  return new AwsError('ResourceNotFoundException', `The ${what} was not found.`, 404);
}

function bytesOf({ values }: StoredKeyValues): number {
  return Object.entries(values).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
}

function assertFits(key: string, value: string): void {
  if (Buffer.byteLength(key) > KEY_BYTES) throw invalid(`A key has at most ${KEY_BYTES} bytes.`);
  if (Buffer.byteLength(value) > VALUE_BYTES) throw invalid(`A value has at most ${VALUE_BYTES} bytes.`);
}

function invalid(message: string): AwsError {
  return new AwsError('ValidationException', message, 400);
}

function newEtag(): string {
  return `KV${randomBytes(12).toString('hex').toUpperCase()}`;
}
