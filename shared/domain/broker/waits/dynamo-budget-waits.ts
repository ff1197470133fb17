import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../../../platform/aws/conditional-write.ts';
import { absent, all, any, type Change, is, updateOf } from '../../../platform/aws/expressions.ts';
import { asRead } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Tables } from '../../../rights/statement.ts';
import type { BudgetWaits, Waiting } from './budget-waits.ts';

/** Keeps in the rows of conversations what they wait for. */
export class DynamoBudgetWaits extends TableStore<Tables<'conversations'>> implements BudgetWaits {
  async begin(conversation: Waiting): Promise<void> {
    const isNew = any(absent('waits_for'), is('waits_for', '=', null));
    await this.#write(conversation, {
      set: { waits_for: 'budget', waits_since: timestamp(this.now()) },
      when: all(asRead(conversation, 'created_at'), isNew),
    });
  }

  async end(conversation: Waiting): Promise<void> {
    await this.#write(conversation, {
      remove: ['waits_for', 'waits_since', 'waits_runs'],
      when: asRead(conversation, 'created_at'),
    });
  }

  async noteOutdated(conversation: Waiting): Promise<void> {
    await this.#write(conversation, { set: { llm_outdated: true }, when: asRead(conversation, 'created_at') });
  }

  countRun(conversation: Waiting): Promise<boolean> {
    return this.#write(conversation, {
      set: { waits_runs: (conversation.waits_runs ?? 0) + 1 },
      when: all(asRead(conversation, 'created_at'), is('waits_for', '=', 'budget'), asRead(conversation, 'waits_runs')),
    });
  }

  /** @returns whether the condition held */
  async #write({ owner_id, conversation_id }: Waiting, change: Change): Promise<boolean> {
    const command = new UpdateCommand({
      TableName: this.tables.conversations,
      Key: { owner_id, conversation_id },
      ...updateOf(change),
    });
    return (await ifConditionHolds(this.documents.send(command))) !== undefined;
  }
}
