import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { absent, all, exists, unchanged, updateOf, when } from '../../../platform/aws/expressions.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { type IntegratorEvent, outboxRow } from '../../accounts/outbox/outbox.ts';
import {
  accountOf,
  budgetAttributes,
  type OwnerAccount,
  type OwnerAccounts,
  type Settled,
  SPENT_SECONDS,
  type Spend,
  type Spent,
  type WatchedAccounts,
} from './account.ts';

/** Calls of models write a budgeted owner's row often, each time for a few milliseconds. */
const CONFLICTS = 6;

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

  /**
   * Calls of models change a budget while the ledger is read. What they have added since then is in `model_micro_usd`,
   * so the new sum is made from its current value: a call that ends meanwhile can count twice until the next
   * settlement, but never not at all.
   */
  async settle({ ownerId, changes, settled: before, models }: OwnerAccount, settled: Settled): Promise<boolean> {
    const { month, at, owner, lineages } = settled;
    const gone = [...(before?.lineages.keys() ?? [])].filter((id) => !lineages.has(id));
    const closedOf = (id: string | null) => (id === null ? models.owner : models.lineages.get(id))?.closedMicroUsd ?? 0;
    const sumOf = (id: string | null, { microUsd }: Spent) => {
      const { spent, models: of } = budgetAttributes(id);
      return [spent, { of, orElse: 0, plus: microUsd - closedOf(id) }] as const;
    };
    const command = new UpdateCommand({
      TableName: this.tables.owners,
      Key: { owner_id: ownerId },
      ...updateOf({
        set: {
          budget_month: month,
          budget_settled_at: at,
          spent_seconds: owner.seconds,
          ...Object.fromEntries([...lineages].map(([id, { seconds }]) => [`${SPENT_SECONDS}${id}`, seconds])),
        },
        sum: Object.fromEntries([sumOf(null, owner), ...[...lineages].map(([id, spent]) => sumOf(id, spent))]),
        add: { count_changes: 1 },
        remove: gone.flatMap((id) => [...Object.values(budgetAttributes(id)), `${SPENT_SECONDS}${id}`]),
        when: all(
          unchanged('count_changes', changes),
          ...gone.map((id) => unchanged(budgetAttributes(id).inProgress, 0)),
        ),
      }),
    });
    return retryConflicts(async () => (await ifConditionHolds(this.documents.send(command))) !== undefined);
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

/** @returns false when other transactions change the row at every try */
async function retryConflicts(write: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 1; tries <= CONFLICTS; tries += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof TransactionConflictException)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(10 * 2 ** tries, 200)));
    }
  }
  return false;
}
