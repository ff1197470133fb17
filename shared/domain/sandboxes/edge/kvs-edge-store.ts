import { randomBytes } from 'node:crypto';
import {
  type CloudFrontKeyValueStoreClient,
  DescribeKeyValueStoreCommand,
  ListKeysCommand,
  ResourceNotFoundException,
  ServiceQuotaExceededException,
  UpdateKeysCommand,
  ValidationException,
} from '@aws-sdk/client-cloudfront-keyvaluestore';
// The store only accepts multi-Region signatures (SigV4A). This import adds them to the client.
import '@aws-sdk/signature-v4a';
import { edgeNames } from '../ingress/edge-entry.ts';
import { isOutdatedVersion } from '../ingress/outdated-version.ts';
import type { EdgeChanges, EdgeOutcome, EdgeStore } from './edge-store.ts';

/** The largest page that CloudFront returns. */
const PAGE = 50;

/** The entries of sandboxes in the edge's CloudFront KeyValueStore. Its other entries are left alone. */
export class KvsEdgeStore implements EdgeStore {
  readonly #client: CloudFrontKeyValueStoreClient;
  readonly #storeArn: string;

  constructor(client: CloudFrontKeyValueStoreClient, storeArn: string) {
    this.#client = client;
    this.#storeArn = storeArn;
  }

  async version(): Promise<string> {
    const { ETag } = await this.#client.send(new DescribeKeyValueStoreCommand({ KvsARN: this.#storeArn }));
    if (!ETag) throw new Error("the edge's key value store returned no version");
    return ETag;
  }

  /** Also writes an entry that differs each time: CloudFront does not say that equal values make a new version. */
  async update(version: string, { puts, deletes }: EdgeChanges): Promise<EdgeOutcome> {
    const turn = { Key: edgeNames.turn, Value: randomBytes(6).toString('hex') };
    const command = new UpdateKeysCommand({
      KvsARN: this.#storeArn,
      IfMatch: version,
      Puts: [turn, ...puts.map(({ key, value }) => ({ Key: key, Value: value }))],
      Deletes: deletes.map((key) => ({ Key: key })),
    });
    try {
      const { ETag } = await this.#client.send(command);
      if (!ETag) throw new Error("the edge's key value store returned no version");
      return { kind: 'done', version: ETag };
    } catch (error) {
      const kind = outcomeOf(error);
      if (!kind) throw error;
      return { kind };
    }
  }

  async *entries(): AsyncIterable<readonly { readonly key: string; readonly value: string }[]> {
    const others: ReadonlySet<string> = new Set(Object.values(edgeNames));
    let next: string | undefined;
    do {
      const command = new ListKeysCommand({ KvsARN: this.#storeArn, MaxResults: PAGE, NextToken: next });
      const { Items = [], NextToken } = await this.#client.send(command);
      yield Items.flatMap(({ Key: key = '', Value: value = '' }) => (others.has(key) ? [] : [{ key, value }]));
      next = NextToken;
    } while (next !== undefined);
  }
}

/** @returns undefined for an error that leaves open what happened */
function outcomeOf(error: unknown): Exclude<EdgeOutcome['kind'], 'done'> | undefined {
  if (isOutdatedVersion(error)) return 'changed';
  if (error instanceof ResourceNotFoundException) return 'absent';
  if (error instanceof ServiceQuotaExceededException) return 'full';
  return error instanceof ValidationException ? 'refused' : undefined;
}
