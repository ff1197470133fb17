import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { KeyRowLimits, type Limits } from '../../../contract/shapes/limits.ts';
import { batchGet } from '../../../platform/aws/batch-get.ts';
import { hasBudget } from './monthly-budget.ts';

/** Which of these API keys have budgets of their own, also when they are revoked. */
export type ReadKeyBudgets = (keyIds: readonly string[]) => Promise<ReadonlyMap<string, Limits>>;

const Row = z.object({ key_id: z.string(), limits: KeyRowLimits });

/** The budgets of keys as their rows have them. */
export function dynamoKeyBudgets(documents: DynamoDBDocumentClient, table: string): ReadKeyBudgets {
  return async (keyIds) => {
    const keys = keyIds.map((id) => ({ key_id: id }));
    const rows = (await batchGet(documents, table, keys)).map((item) => Row.parse(item));
    return new Map(rows.filter(({ limits }) => hasBudget(limits)).map(({ key_id: id, limits }) => [id, limits]));
  };
}
