import * as z from 'zod';
import { getItem } from '../../../platform/aws/get-item.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import type { BudgetUse } from './call-budgets.ts';
import { countRow } from './model-call-row.ts';

const CountRow = z.looseObject({ calls: z.int().default(0), spent_micro_usd: z.number().default(0) });

/** What the models of conversations have cost, with what calls in progress have reserved. */
export class DynamoConversationSpending extends TableStore<Tables<'modelCalls'>> {
  async of(ownerId: string, conversationId: string): Promise<BudgetUse> {
    const key = { owner_id: ownerId, call_id: countRow.conversation(conversationId) };
    const { calls, spent_micro_usd: spent } = CountRow.parse(
      (await getItem(this.documents, this.tables.modelCalls, key)) ?? {},
    );
    return { spent, inProgress: calls };
  }
}
