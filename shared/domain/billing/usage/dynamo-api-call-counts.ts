import * as z from 'zod';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { callsKeyOf, DynamoApiCalls } from './dynamo-api-calls.ts';
import type { CallsOfKey } from './report.ts';
import type { Span } from './slices.ts';
import { ledgerLimits, TooMuchUsageError } from './usage-ledger.ts';

const Key = z.object({ key_id: z.string(), hash: z.string() });
const readKey = rowReader('API key', Key);

/** The calls of all API keys of an owner, including revoked keys whose rows still exist. */
export interface ApiCallCounts {
  /** @throws TooMuchUsageError when the owner has more keys than one request can read */
  of(ownerId: string, span: Span): Promise<readonly CallsOfKey[]>;
}

const tooManyKeys = `Calls can be counted for at most ${ledgerLimits.keys} API keys. Delete keys you do not use.`;

const PARALLEL = 25;

export class DynamoApiCallCounts extends TableStore<Tables<'apiKeys' | 'apiCalls'>> implements ApiCallCounts {
  readonly #calls = new DynamoApiCalls(this.documents, this.tables);

  async of(ownerId: string, { from, to }: Span): Promise<readonly CallsOfKey[]> {
    const keys = await this.#keysOf(ownerId);
    const found: CallsOfKey[] = [];
    for (let start = 0; start < keys.length; start += PARALLEL) {
      const batch = keys.slice(start, start + PARALLEL).map(async ({ key_id: keyId, hash }) => {
        const hours = await this.#calls.hours(callsKeyOf(hash), new Date(from), new Date(to));
        return hours.map((hour) => ({ keyId, ...hour }));
      });
      found.push(...(await Promise.all(batch)).flat());
    }
    return found;
  }

  #keysOf(ownerId: string): Promise<readonly z.infer<typeof Key>[]> {
    const pages = queryPages(this.documents, {
      TableName: this.tables.apiKeys,
      IndexName: 'created_at_index',
      KeyConditionExpression: 'owner_id = :owner',
      ProjectionExpression: 'key_id, #hash',
      ExpressionAttributeNames: { '#hash': 'hash' },
      ExpressionAttributeValues: { ':owner': ownerId },
    });
    return allRows(pages, readKey, (keys) => {
      if (keys > ledgerLimits.keys) throw new TooMuchUsageError(tooManyKeys);
    });
  }
}
