import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';

/**
 * What the edge can know of a running sandbox. `written`: its store has the entry, which reaches all its locations in
 * some seconds. `overflow`: the store has no room for the entry.
 */
export type EdgeState = 'written' | 'expected' | 'overflow';

export interface EdgeStates {
  of(addressId: string): Promise<EdgeState>;
}

const EntryRow = z.object({
  state: z.string(),
  written: z.unknown().optional(),
  overflow: z.boolean().optional(),
});

export class DynamoEdgeStates extends TableStore<Tables<'edgeEntries'>> implements EdgeStates {
  async of(addressId: string): Promise<EdgeState> {
    const { Item } = await this.documents.send(
      new GetCommand({
        TableName: this.tables.edgeEntries,
        Key: { entry_id: `name#${addressId}` },
        ConsistentRead: true,
      }),
    );
    const row = Item && EntryRow.parse(Item);
    if (row?.state !== 'held') return 'expected';
    if (row.overflow === true) return 'overflow';
    return row.written === undefined || row.written === null || row.written === false ? 'expected' : 'written';
  }
}
