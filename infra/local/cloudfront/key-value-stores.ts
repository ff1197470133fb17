import { randomBytes } from 'node:crypto';
import type { Assembly } from '../assembly/assembly.ts';
import { attributeOf } from '../assembly/intrinsics.ts';
import type { Answer } from '../aws/answer.ts';
import { AwsError } from '../aws/aws-error.ts';
import { type Place, subjectOf } from '../aws/names.ts';
import { WholeFile } from '../state/state-file.ts';

type Input = Readonly<Record<string, unknown>>;
type Changes = Omit<Parameters<typeof updated>[1], 'ifMatch'>;

/** The KeyValueStores of the template, kept in a file that only the user can read. */
export class LocalKeyValueStores {
  /** The ARNs of the template's stores. The file may hold more. */
  readonly arns: readonly string[];
  readonly #file: WholeFile;
  readonly #stored = new Map<string, StoredKeyValues>();

  private constructor(path: string, arns: readonly string[]) {
    this.#file = new WholeFile(path, () => JSON.stringify(Object.fromEntries(this.#stored), undefined, 2));
    this.arns = arns;
  }

  static async open(assembly: Assembly, place: Place, path: string): Promise<LocalKeyValueStores> {
    const arns = assembly
      .ofType('AWS::CloudFront::KeyValueStore')
      .map((resource) => String(attributeOf(subjectOf(resource, place), 'Arn')));
    const stores = new LocalKeyValueStores(path, arns);
    const content = JSON.parse((await stores.#file.read()) ?? '{}') as Record<string, StoredKeyValues>;
    for (const [arn, store] of Object.entries(content)) stores.#stored.set(arn, store);
    for (const arn of arns) if (!stores.#stored.has(arn)) stores.#stored.set(arn, emptyStore());
    if (arns.length > 0) await stores.#file.save();
    return stores;
  }

  /**
   * Reads a value for a function at the edge; undefined for a missing key. @throws AwsError when there is no such store
   */
  async get(arn: string, key: string): Promise<string | undefined> {
    const { values } = this.#find(arn);
    return Object.hasOwn(values, key) ? values[key] : undefined;
  }

  /** @throws AwsError as CloudFront would return it */
  async handle(operation: string, input: Input): Promise<Answer> {
    const arn = String(input.KvsARN);
    const store = this.#find(arn);
    const key = { Key: String(input.Key) };
    switch (operation) {
      case 'DescribeKeyValueStore':
        return answer({ KvsARN: arn, Status: 'READY', ...timesOf(store), ...sizeOf(store) }, store.etag);
      case 'GetKey':
        return answer({ ...key, Value: entryOf(store, key.Key), ...sizeOf(store) });
      case 'ListKeys':
        return answer(pageOf(store, input));
      case 'PutKey':
        return this.#change(arn, input, { puts: [{ ...key, Value: String(input.Value) }] });
      case 'DeleteKey':
        return this.#change(arn, input, { deletes: [key] });
      case 'UpdateKeys':
        return this.#change(arn, input, { puts: listOf(input.Puts), deletes: listOf(input.Deletes) });
      default:
        throw new AwsError('UnknownOperationException', `${operation} is not available locally.`, 404);
    }
  }

  #find(arn: string): StoredKeyValues {
    const store = this.arns.includes(arn) ? this.#stored.get(arn) : undefined;
    if (!store) throw notFound('key value store');
    return store;
  }

  async #change(arn: string, input: Input, changes: Changes): Promise<Answer> {
    const next = updated(this.#find(arn), { ifMatch: String(input.IfMatch), ...changes });
    this.#stored.set(arn, next);
    await this.#file.save();
    return answer(sizeOf(next), next.etag);
  }
}

/**
 * The values of the template's only store, as the function at the edge reads them. @throws without exactly one store
 */
export function edgeValues(stores: LocalKeyValueStores): { get(key: string): Promise<string | undefined> } {
  const [arn, ...others] = stores.arns;
  if (arn === undefined || others.length > 0) {
    throw new Error(`the edge reads one key value store, and the template has ${stores.arns.length}`);
  }
  return { get: (key) => stores.get(arn, key) };
}

function answer(output: unknown, etag?: string): Answer {
  const headers = { 'content-type': 'application/json', ...(etag !== undefined && { etag }) };
  return { status: 200, body: JSON.stringify(output), headers };
}

function timesOf({ createdAt, modifiedAt }: StoredKeyValues): object {
  return { Created: Date.parse(createdAt) / 1000, LastModified: Date.parse(modifiedAt) / 1000 };
}

/** The token is the last key of the previous page. */
function pageOf({ values }: StoredKeyValues, { NextToken, MaxResults = 10 }: Input): object {
  const after = typeof NextToken === 'string' ? Buffer.from(NextToken, 'base64url').toString() : '';
  const rest = Object.entries(values)
    .filter(([key]) => key > after)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const page = rest.slice(0, Number(MaxResults));
  const last = page.at(-1)?.[0];
  const isMore = rest.length > page.length && last !== undefined;
  return {
    Items: page.map(([Key, Value]) => ({ Key, Value })),
    ...(isMore && { NextToken: Buffer.from(last).toString('base64url') }),
  };
}

/** The model check has already validated the parts. */
function listOf<Part>(value: unknown): readonly Part[] {
  return Array.isArray(value) ? value : [];
}

/** A KeyValueStore as stored in the file. */
interface StoredKeyValues {
  /** Version of the whole store. Every write names the version that it replaces. */
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

/** CloudFront's limits: bytes of a key, a value and a store, and keys per update. */
const KEY_BYTES = 512;
const VALUE_BYTES = 1024;
const STORE_BYTES = 5 * 1024 * 1024;
const CHANGES = 50;

function emptyStore(): StoredKeyValues {
  const time = new Date().toISOString();
  return { etag: newEtag(), createdAt: time, modifiedAt: time, values: {} };
}

/** Applies all of an update or nothing. @throws AwsError as CloudFront would return it */
function updated(store: StoredKeyValues, { ifMatch, puts = [], deletes = [] }: Update): StoredKeyValues {
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
function entryOf(store: StoredKeyValues, key: string): string {
  const value = Object.hasOwn(store.values, key) ? store.values[key] : undefined;
  if (value === undefined) throw notFound('key');
  return value;
}

/** Part of most responses. */
function sizeOf(store: StoredKeyValues): { readonly ItemCount: number; readonly TotalSizeInBytes: number } {
  return { ItemCount: Object.keys(store.values).length, TotalSizeInBytes: bytesOf(store) };
}

function notFound(what: 'key' | 'key value store'): AwsError {
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
