import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isConditionFailure } from '../aws/condition-failure.ts';
import { tryTransact } from '../aws/transact.ts';
import { type IntegratorEvent, outboxItem } from '../integrator-events/outbox.ts';
import { accountOf, type OwnerAccount, type Settled, SPENT_MICRO_USD, SPENT_SECONDS } from './account.ts';
import type { OwnerAccounts } from './owner-accounts.ts';

interface Tables {
  readonly owners: string;
  /** Where integrators' events are put; only who tells them needs it. */
  readonly integratorEvents?: string;
}

/** Accounts in the table of owners. Each change of a count raises `count_changes`, so that what was read before it cannot be written any more. */
export class DynamoOwnerAccounts implements OwnerAccounts {
  private readonly documents: DynamoDBDocumentClient;
  private readonly tables: Tables;

  constructor(documents: DynamoDBDocumentClient, tables: Tables) {
    this.documents = documents;
    this.tables = tables;
  }

  async account(ownerId: string): Promise<OwnerAccount> {
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.tables.owners, Key: { owner_id: ownerId }, ConsistentRead: true }),
    );
    return accountOf(Item ?? { owner_id: ownerId });
  }

  async settle({ ownerId, changes, settled: before }: OwnerAccount, settled: Settled): Promise<boolean> {
    const sets = ['budget_month = :month', 'budget_settled_at = :at'];
    sets.push('spent_micro_usd = :micro_usd', 'spent_seconds = :seconds');
    const names: Record<string, string> = {};
    const values: Record<string, string | number> = {
      ':month': settled.month,
      ':at': settled.at,
      ':micro_usd': settled.owner.microUsd,
      ':seconds': settled.owner.seconds,
      ':changes': changes,
      ':one': 1,
    };
    for (const [index, [keyId, { microUsd, seconds }]] of [...settled.keys].entries()) {
      nameKey(names, `set${index}`, keyId);
      values[`:usd${index}`] = microUsd;
      values[`:sec${index}`] = seconds;
      sets.push(`#usd_set${index} = :usd${index}`, `#sec_set${index} = :sec${index}`);
    }
    const removes = before?.month === settled.month ? [] : ['budget_told'];
    const gone = [...(before?.keys.keys() ?? [])].filter((id) => !settled.keys.has(id));
    for (const [index, keyId] of gone.entries()) {
      nameKey(names, `gone${index}`, keyId);
      removes.push(`#usd_gone${index}`, `#sec_gone${index}`);
    }
    const update = new UpdateCommand({
      TableName: this.tables.owners,
      Key: { owner_id: ownerId },
      UpdateExpression: `SET ${sets.join(', ')} ADD count_changes :one${removes.length > 0 ? ` REMOVE ${removes.join(', ')}` : ''}`,
      ConditionExpression: unchanged('count_changes', ':changes', changes),
      ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
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

  async tellOnce(event: IntegratorEvent, month: string): Promise<boolean> {
    const told = {
      Update: {
        TableName: this.tables.owners,
        Key: { owner_id: event.ownerId },
        UpdateExpression: 'ADD budget_told :ids',
        ConditionExpression: 'budget_month = :month AND NOT contains(budget_told, :id)',
        ExpressionAttributeValues: { ':ids': new Set([event.id]), ':id': event.id, ':month': month },
      },
    };
    const { integratorEvents } = this.tables;
    if (integratorEvents === undefined) throw new Error('whoever tells of a budget needs the table of events');
    const failed = await tryTransact(this.documents, [told, outboxItem(event, integratorEvents)]);
    return failed.length === 0;
  }
}

/** A condition that a number is still what it was read as; one that is missing reads as 0. */
export function unchanged(name: string, value: string, number: number): string {
  return number === 0 ? `(attribute_not_exists(${name}) OR ${name} = ${value})` : `${name} = ${value}`;
}

function nameKey(names: Record<string, string>, suffix: string, keyId: string): void {
  names[`#usd_${suffix}`] = `${SPENT_MICRO_USD}${keyId}`;
  names[`#sec_${suffix}`] = `${SPENT_SECONDS}${keyId}`;
}
