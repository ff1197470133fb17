import { getItem } from '../../../platform/aws/get-item.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Tables } from '../../../rights/statement.ts';
import { EdgeRow, nameRowId } from './edge-row.ts';

/**
 * What the edge can know of a running sandbox. `written`: its store has the entry, which reaches all its locations in
 * some seconds. `overflow`: the store has no room for the entry. `late`: the writer fails, or is very late.
 */
export type EdgeState = 'written' | 'expected' | 'overflow' | 'late';

/** How long the writer takes at most while it works, in milliseconds: a burst of starts takes some seconds. */
const LATE = 15_000;

export interface EdgeStates {
  of(addressId: string): Promise<EdgeState>;
}

export class DynamoEdgeStates extends TableStore<Tables<'edgeEntries'>> implements EdgeStates {
  async of(addressId: string): Promise<EdgeState> {
    const found = await getItem(this.documents, this.tables.edgeEntries, { entry_id: nameRowId(addressId) });
    const row = found && EdgeRow.parse(found);
    if (row?.state !== 'held') return 'expected';
    if (row.overflow === true) return 'overflow';
    if (row.written !== undefined) return 'written';
    return this.now().getTime() - row.asked_at < LATE ? 'expected' : 'late';
  }
}
