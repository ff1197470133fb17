import type { CountedRows } from '../../../../platform/aws/kept-counts.ts';
import type { Table } from '../../../../rights/statement.ts';

/** How start tasks are counted. None is ever removed. */
export function countedStartTasks(table: Table<'startTasks'>): CountedRows<'total'> {
  return { table, sortKey: 'start_task_id', countsOf: () => ({ total: 1 }) };
}
