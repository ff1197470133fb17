import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { batchGet } from '../aws/batch-get.ts';
import { hasBudget, type MonthlyLimits, monthlyLimits } from './account.ts';

/** Which of these API keys have budgets of their own, whatever they may still do. */
export type ReadKeyBudgets = (keyIds: readonly string[]) => Promise<ReadonlyMap<string, MonthlyLimits>>;

const Row = z.object({
  key_id: z.string(),
  limits: z
    .object({ monthly_budget_usd: z.number().nullish(), monthly_sandbox_hours: z.number().nullish() })
    .default({}),
});

/** The budgets of keys as their rows have them. */
export function dynamoKeyBudgets(documents: DynamoDBDocumentClient, table: string): ReadKeyBudgets {
  return async (keyIds) => {
    const keys = keyIds.map((id) => ({ key_id: id }));
    const rows = (await batchGet(documents, table, keys)).map((item) => Row.parse(item));
    const limits = rows.map(({ key_id: id, limits: ofKey }) => [id, monthlyLimits(ofKey)] as const);
    return new Map(limits.filter(([, ofKey]) => hasBudget(ofKey)));
  };
}
