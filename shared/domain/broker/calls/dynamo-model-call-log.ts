import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { all, type Condition, contains, is } from '../../../platform/aws/expressions.ts';
import { queryPage } from '../../../platform/aws/pages.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Page } from '../../../platform/paging.ts';
import type { Tables } from '../../../rights/statement.ts';
import type { OpenModelCall } from './model-call.ts';
import { conversationKey, type ModelCallRow, OPEN_GROUPS, readModelCall } from './model-call-row.ts';

export interface CallFilter {
  readonly conversationId?: string | undefined;
  readonly sandboxId?: string | undefined;
  readonly status?: ModelCallRow['status'] | undefined;
  /** The id of a lineage that pays, such as a person's. */
  readonly payer?: string | undefined;
}

/** Rows in the first query of a filtered page. */
const FIRST_LOOK = 100;

/** The log of the calls of an owner. */
export class DynamoModelCallLog extends TableStore<Tables<'modelCalls'>> {
  /** Newest first. Of a conversation, the newest calls can be missing for a moment. */
  list(ownerId: string, filter: CallFilter, limit: number, after: string | null): Promise<Page<ModelCallRow>> {
    const common = {
      ...{ sort: 'call_id', range: { newestFirst: true, after }, limit, firstLook: FIRST_LOOK },
      ...{ parse: readModelCall, filter: conditionOf(filter) },
    };
    const { conversationId } = filter;
    if (conversationId === undefined)
      return queryPage(this.documents, {
        table: this.tables.modelCalls,
        key: { name: 'owner_id', value: ownerId },
        consistent: true,
        ...common,
      });
    return queryPage(this.documents, {
      table: this.tables.modelCalls,
      index: 'conversation_index',
      key: { name: 'conversation_key', value: conversationKey(ownerId, conversationId) },
      ...common,
    });
  }
}

function conditionOf({ sandboxId, status, payer }: CallFilter): Condition | undefined {
  const conditions = [
    ...(sandboxId === undefined ? [] : [is('sandbox_id', '=', sandboxId)]),
    ...(status === undefined ? [] : [is('status', '=', status)]),
    ...(payer === undefined ? [] : [contains('lineages', payer)]),
  ];
  return conditions.length > 0 ? all(...conditions) : undefined;
}

const OpenEntry = z.object({ owner_id: z.string(), call_id: z.string() });
const readOpen = rowReader('open model call', OpenEntry);

/** For the sweep. */
export class DynamoOverdueCalls extends TableStore<Tables<'modelCalls'>> {
  /** Calls of all owners that should have ended before then, about as many as `most`. */
  async overdue(before: Date, most: number): Promise<readonly Pick<OpenModelCall, 'ownerId' | 'callId'>[]> {
    const groups = Array.from({ length: OPEN_GROUPS }, async (_, group) => {
      const query = new QueryCommand({
        TableName: this.tables.modelCalls,
        IndexName: 'open_index',
        KeyConditionExpression: '#open = :group AND open_sort < :before',
        ExpressionAttributeNames: { '#open': 'open' },
        ExpressionAttributeValues: { ':group': String(group), ':before': timestamp(before) },
        Limit: Math.ceil(most / OPEN_GROUPS),
      });
      return ((await this.documents.send(query)).Items ?? []).map(readOpen);
    });
    const entries = (await Promise.all(groups)).flat();
    return entries.map(({ owner_id: ownerId, call_id: callId }) => ({ ownerId, callId }));
  }
}
