import { getItem } from '../../../platform/aws/get-item.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { EdgeRow, nameRowId } from './edge-row.ts';

/**
 * What the edge can know of a running sandbox. `written`: its store has the entry, which reaches all its locations in
 * some seconds. `overflow`: the store has no room for the entry.
 */
export type EdgeState = 'written' | 'expected' | 'overflow';

export interface EdgeStates {
  of(addressId: string): Promise<EdgeState>;
}

export class DynamoEdgeStates extends TableStore<Tables<'edgeEntries'>> implements EdgeStates {
  async of(addressId: string): Promise<EdgeState> {
    const found = await getItem(this.documents, this.tables.edgeEntries, { entry_id: nameRowId(addressId) });
    const row = found && EdgeRow.parse(found);
    if (row?.state !== 'held') return 'expected';
    if (row.overflow === true) return 'overflow';
    return row.written === undefined ? 'expected' : 'written';
  }
}
