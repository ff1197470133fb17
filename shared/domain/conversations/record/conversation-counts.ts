import type { CountedRows } from '../../../platform/aws/kept-counts.ts';
import type { Table } from '../../../rights/statement.ts';

/** How conversations are counted: all of them, and those that no other conversation started. */
export function countedConversations(table: Table<'conversations'>): CountedRows<'total' | 'top_level'> {
  return {
    table,
    sortKey: 'conversation_id',
    countsOf: ({ parent_conversation_id: parent = null }) => ({ total: 1, top_level: parent === null ? 1 : 0 }),
  };
}
