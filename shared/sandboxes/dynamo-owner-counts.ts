import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { isConditionFailure } from '../aws/condition-failure.ts';
import type { TransactItem } from '../aws/transact.ts';
import { ACTIVE_KEY, accountOf, type OwnerAccount } from '../budgets/account.ts';
import { DynamoOwnerAccounts, unchanged } from '../budgets/dynamo-owner-accounts.ts';
import { addStart, countUpdate } from '../budgets/dynamo-start-condition.ts';
import { type Demand, demandOf, type StartBounds } from '../budgets/verdict.ts';
import { VersionConflictError } from '../errors.ts';
import type { SandboxTables } from './dynamo-sandbox-store.ts';
import { type CountMend, mendOf, type SandboxChange } from './sandbox-store.ts';

/** A count that changes at every try is in good hands: whoever changes it is there. */
const TRIES = 5;

const CountedRow = z.object({ api_key_id: z.string().nullish() });

/** How many sandboxes of each owner, and of each of their API keys, count towards limits. The counts are written in the transaction of the row that changes them. */
export class DynamoOwnerCounts {
  private readonly documents: DynamoDBDocumentClient;
  private readonly tables: SandboxTables;
  private readonly accounts: DynamoOwnerAccounts;

  constructor(documents: DynamoDBDocumentClient, tables: SandboxTables) {
    this.documents = documents;
    this.tables = tables;
    this.accounts = new DynamoOwnerAccounts(documents, { owners: tables.owners });
  }

  /** Part of a transaction. Only a start can hit a limit: whatever ends is always allowed. */
  change(ownerId: string, changes: readonly SandboxChange[], bounds?: StartBounds): TransactItem {
    const demand: Demand = demandOf(changes);
    const update = countUpdate(demand);
    if (bounds && demand.starts > 0) addStart(update, demand, bounds);
    const { adds, conditions, names, values } = update;
    return {
      Update: {
        TableName: this.tables.owners,
        Key: { owner_id: ownerId },
        UpdateExpression: `ADD ${adds.join(', ')}`,
        ...(conditions.length > 0 ? { ConditionExpression: conditions.join(' AND ') } : {}),
        ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
        ExpressionAttributeValues: values,
      },
    };
  }

  async *all(): AsyncIterable<readonly OwnerAccount[]> {
    let ExclusiveStartKey: ScanCommandInput['ExclusiveStartKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new ScanCommand({ TableName: this.tables.owners, ExclusiveStartKey }),
      );
      yield Items.map((item) => accountOf(item));
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
  }

  /** As `SandboxStore.mendCount`. */
  async mend(ownerId: string): Promise<CountMend> {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const seen = await this.accounts.account(ownerId);
      const counted = await this.countRows(ownerId);
      const mend = mendOf(seen, counted);
      const isTidy = [...seen.activeByKey.values()].every((count) => count !== 0);
      if (mend.owner === 0 && mend.keys.size === 0 && isTidy) return mend;
      if (await this.correct(seen, counted)) return mend;
    }
    throw new VersionConflictError('the count of', ownerId);
  }

  /** @returns how many count, by API key. */
  private async countRows(ownerId: string): Promise<ReadonlyMap<string | null, number>> {
    const counted = new Map<string | null, number>();
    let ExclusiveStartKey: QueryCommandInput['ExclusiveStartKey'];
    do {
      const { Items = [], LastEvaluatedKey } = await this.documents.send(
        new QueryCommand({
          TableName: this.tables.sandboxes,
          KeyConditionExpression: 'owner_id = :owner',
          FilterExpression: 'desired = :running',
          ExpressionAttributeValues: { ':owner': ownerId, ':running': 'RUNNING' },
          ProjectionExpression: 'api_key_id',
          ConsistentRead: true,
          ExclusiveStartKey,
        }),
      );
      for (const item of Items) {
        const keyId = CountedRow.parse(item).api_key_id ?? null;
        counted.set(keyId, (counted.get(keyId) ?? 0) + 1);
      }
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
  private async correct(seen: OwnerAccount, counted: ReadonlyMap<string | null, number>): Promise<boolean> {
    const names: Record<string, string> = {};
    const values: Record<string, number> = { ':one': 1, ':active': seen.active, ':changes': seen.changes };
    const sets = ['active_sandboxes = :counted'];
    values[':counted'] = sumOf(counted);
    const removes: string[] = [];
    const keyIds = new Set([...counted.keys(), ...seen.activeByKey.keys()].filter((id) => id !== null));
    for (const [index, keyId] of [...keyIds].entries()) {
      const count = counted.get(keyId) ?? 0;
      names[`#key${index}`] = `${ACTIVE_KEY}${keyId}`;
      if (count === 0) removes.push(`#key${index}`);
      else {
        values[`:key${index}`] = count;
        sets.push(`#key${index} = :key${index}`);
      }
    }
    const update = new UpdateCommand({
      TableName: this.tables.owners,
      Key: { owner_id: seen.ownerId },
      UpdateExpression: `SET ${sets.join(', ')} ADD count_changes :one${removes.length > 0 ? ` REMOVE ${removes.join(', ')}` : ''}`,
      ConditionExpression: `${unchanged('active_sandboxes', ':active', seen.active)} AND ${unchanged('count_changes', ':changes', seen.changes)}`,
      ...(keyIds.size > 0 ? { ExpressionAttributeNames: names } : {}),
      ExpressionAttributeValues: values,
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

function sumOf(counted: ReadonlyMap<string | null, number>): number {
  return [...counted.values()].reduce((sum, count) => sum + count, 0);
}
