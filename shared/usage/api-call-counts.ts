import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { callsOf, type DynamoApiCalls } from '../rate-limits/api-calls.ts';
import { ledgerLimits } from './limits.ts';
import type { CallsOfKey } from './report.ts';
import type { Span } from './slices.ts';
import { TooMuchUsageError } from './usage-ledger.ts';

const Key = z.object({ key_id: z.string(), hash: z.string() });

/** The calls of all API keys of an owner, revoked ones too for as long as their rows are there. */
export interface ApiCallCounts {
  /** @throws TooMuchUsageError when the owner has more keys than one request may look at. */
  of(ownerId: string, span: Span): Promise<readonly CallsOfKey[]>;
}

/** How many keys are looked at together. */
const PARALLEL = 25;

export class DynamoApiCallCounts implements ApiCallCounts {
  private readonly documents: DynamoDBDocumentClient;
  private readonly keysTable: string;
  private readonly calls: Pick<DynamoApiCalls, 'hours'>;

  constructor(documents: DynamoDBDocumentClient, keysTable: string, calls: Pick<DynamoApiCalls, 'hours'>) {
    this.documents = documents;
    this.keysTable = keysTable;
    this.calls = calls;
  }

  async of(ownerId: string, { from, to }: Span): Promise<readonly CallsOfKey[]> {
    const keys = await this.keysOf(ownerId);
    const found: CallsOfKey[] = [];
    for (let start = 0; start < keys.length; start += PARALLEL) {
      const batch = keys.slice(start, start + PARALLEL).map(async ({ key_id: keyId, hash }) => {
        const hours = await callsOf(hash, new Date(from), new Date(to), this.calls);
        return hours.map((hour) => ({ keyId, ...hour }));
      });
      found.push(...(await Promise.all(batch)).flat());
    }
    return found;
  }

  private async keysOf(ownerId: string): Promise<readonly z.infer<typeof Key>[]> {
    const keys: z.infer<typeof Key>[] = [];
    let ExclusiveStartKey: QueryCommandInput['ExclusiveStartKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new QueryCommand({
          TableName: this.keysTable,
          IndexName: 'created_at_index',
          KeyConditionExpression: 'owner_id = :owner',
          ProjectionExpression: 'key_id, #hash',
          ExpressionAttributeNames: { '#hash': 'hash' },
          ExpressionAttributeValues: { ':owner': ownerId },
          ExclusiveStartKey,
        }),
      );
      keys.push(...Items.map((item) => Key.parse(item)));
      if (keys.length > ledgerLimits.keys) throw new TooMuchUsageError(`more than ${ledgerLimits.keys} API keys`);
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return keys;
  }
}
