import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { absent, all, exists, unchanged, updateOf, when } from '../../../platform/aws/expressions.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { type IntegratorEvent, outboxRow } from '../../accounts/outbox/outbox.ts';
import {
  accountOf,
  type OwnerAccount,
  type OwnerAccounts,
  type Settled,
  SPENT_MICRO_USD,
  SPENT_SECONDS,
  type Spend,
  type Spent,
  type WatchedAccounts,
} from './account.ts';

/** Each change of a count raises `count_changes`, so that a write based on an earlier read fails. */
export class DynamoOwnerAccounts<Granted extends Tables<'owners'> = Tables<'owners'>>
  extends TableStore<Granted>
  implements OwnerAccounts
{
  async account(ownerId: string): Promise<OwnerAccount> {
    const { Item } = await this.documents.send(
      new GetCommand({ TableName: this.tables.owners, Key: { owner_id: ownerId }, ConsistentRead: true }),
    );
    return accountOf(Item ?? { owner_id: ownerId });
  }

  async settle({ ownerId, changes, settled: before }: OwnerAccount, settled: Settled): Promise<boolean> {
    const { month, at, owner, lineages } = settled;
    const gone = [...(before?.lineages.keys() ?? [])].filter((id) => !lineages.has(id));
    const command = new UpdateCommand({
      TableName: this.tables.owners,
      Key: { owner_id: ownerId },
      ...updateOf({
        set: {
          budget_month: month,
          budget_settled_at: at,
          spent_micro_usd: owner.microUsd,
          spent_seconds: owner.seconds,
          ...Object.fromEntries([...lineages].flatMap(([id, spent]) => spentOf(id, spent))),
        },
        add: { count_changes: 1 },
        remove: gone.flatMap((id) => [`${SPENT_MICRO_USD}${id}`, `${SPENT_SECONDS}${id}`]),
        when: unchanged('count_changes', changes),
      }),
    });
    try {
      return (await ifConditionHolds(this.documents.send(command))) !== undefined;
    } catch (error) {
      if (error instanceof TransactionConflictException) return false;
      throw error;
    }
  }
}

/** The accounts for the sweep, which also publishes budget events. */
export class DynamoWatchedAccounts
  extends DynamoOwnerAccounts<Tables<'owners' | 'integratorEvents'>>
  implements WatchedAccounts
{
  async saveSpend(ownerId: string, spend: Spend): Promise<boolean> {
    const command = new UpdateCommand({
      TableName: this.tables.owners,
      Key: { owner_id: ownerId },
      ...updateOf({ set: { spend }, when: all(exists('owner_id'), absent('deleting_at')) }),
    });
    return (await ifConditionHolds(this.documents.send(command))) !== undefined;
  }

  /** The row of the event says that it was published. The owner's row, which every start writes, stays small. */
  async publishOnce(event: IntegratorEvent, until: Date): Promise<boolean> {
    const Item = outboxRow(event, until);
    const put = new PutCommand({ TableName: this.tables.integratorEvents, Item, ...when(absent('event_id')) });
    return (await ifConditionHolds(this.documents.send(put))) !== undefined;
  }
}

function spentOf(lineage: string, { microUsd, seconds }: Spent): [attribute: string, value: number][] {
  return [
    [`${SPENT_MICRO_USD}${lineage}`, microUsd],
    [`${SPENT_SECONDS}${lineage}`, seconds],
  ];
}
