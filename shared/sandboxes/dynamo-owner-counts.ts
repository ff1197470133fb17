import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { isConditionFailure } from '../aws/condition-failure.ts';
import type { TransactItem } from '../aws/transact.ts';
import { VersionConflictError } from '../errors.ts';
import type { SandboxTables } from './dynamo-sandbox-store.ts';
import type { OwnerCount } from './sandbox-store.ts';

/** A count that changes at every try is in good hands: whoever changes it is there. */
const TRIES = 5;

/** An owner may be on record for other reasons than sandboxes; `count_changes` is younger than `active_sandboxes`. */
const Owner = z.object({
  owner_id: z.string(),
  active_sandboxes: z.int().default(0),
  count_changes: z.int().default(0),
});

/** How many sandboxes of each owner count towards their limit. The count is written in the transaction of the row that changes it. */
export class DynamoOwnerCounts {
  private readonly documents: DynamoDBDocumentClient;
  private readonly tables: SandboxTables;

  constructor(documents: DynamoDBDocumentClient, tables: SandboxTables) {
    this.documents = documents;
    this.tables = tables;
  }

  /** Part of a transaction. Only growing can hit the limit: whatever shrinks the count is always allowed. */
  change(ownerId: string, difference: number, limit?: number): TransactItem {
    const bounded = difference > 0 && limit !== undefined;
    return {
      Update: {
        TableName: this.tables.owners,
        Key: { owner_id: ownerId },
        UpdateExpression: 'ADD active_sandboxes :difference, count_changes :one',
        ...(bounded
          ? { ConditionExpression: 'attribute_not_exists(active_sandboxes) OR active_sandboxes <= :room' }
          : {}),
        ExpressionAttributeValues: {
          ':difference': difference,
          ':one': 1,
          ...(bounded ? { ':room': limit - difference } : {}),
        },
      },
    };
  }

  async *all(): AsyncIterable<readonly OwnerCount[]> {
    let ExclusiveStartKey: ScanCommandInput['ExclusiveStartKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new ScanCommand({
          TableName: this.tables.owners,
          ProjectionExpression: 'owner_id, active_sandboxes, count_changes',
          ExclusiveStartKey,
        }),
      );
      yield Items.map((item) => countOf(item));
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
  }

  /** As `SandboxStore.mendCount`. */
  async mend(ownerId: string): Promise<number> {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const seen = await this.read(ownerId);
      const counted = await this.countRows(ownerId);
      if (counted === seen.active) return 0;
      if (await this.correct(seen, counted)) return counted - seen.active;
    }
    throw new VersionConflictError('the count of', ownerId);
  }

  private async read(ownerId: string): Promise<OwnerCount> {
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.tables.owners, Key: { owner_id: ownerId }, ConsistentRead: true }),
    );
    return countOf(Item ?? { owner_id: ownerId });
  }

  private async countRows(ownerId: string): Promise<number> {
    let counted = 0;
    let ExclusiveStartKey: QueryCommandInput['ExclusiveStartKey'];
    do {
      const { Count = 0, LastEvaluatedKey } = await this.documents.send(
        new QueryCommand({
          TableName: this.tables.sandboxes,
          KeyConditionExpression: 'owner_id = :owner',
          FilterExpression: 'desired = :running',
          ExpressionAttributeValues: { ':owner': ownerId, ':running': 'RUNNING' },
          Select: 'COUNT',
          ConsistentRead: true,
          ExclusiveStartKey,
        }),
      );
      counted += Count;
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return counted;
  }

  /**
   * A query of several pages is no snapshot: what it found is true only if no row began or ceased to count meanwhile, and each such change raises `count_changes`.
   * The count itself is compared too, as a function of the version before may still run, which does not know `count_changes`.
   *
   * @returns whether nobody was faster.
   */
  private async correct({ ownerId, active, changes }: OwnerCount, counted: number): Promise<boolean> {
    const unchanged = (name: string, value: string, number: number) =>
      number === 0 ? `(attribute_not_exists(${name}) OR ${name} = ${value})` : `${name} = ${value}`;
    const update = new UpdateCommand({
      TableName: this.tables.owners,
      Key: { owner_id: ownerId },
      UpdateExpression: 'SET active_sandboxes = :counted ADD count_changes :one',
      ConditionExpression: `${unchanged('active_sandboxes', ':active', active)} AND ${unchanged('count_changes', ':changes', changes)}`,
      ExpressionAttributeValues: { ':counted': counted, ':one': 1, ':active': active, ':changes': changes },
    });
    try {
      await this.documents.send(update);
      return true;
    } catch (error) {
      if (isConditionFailure(error) || error instanceof TransactionConflictException) return false;
      throw error;
    }
  }
}

function countOf(item: unknown): OwnerCount {
  const { owner_id: ownerId, active_sandboxes: active, count_changes: changes } = Owner.parse(item);
  return { ownerId, active, changes };
}
