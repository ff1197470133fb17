import type { CountedRows } from '../../../../platform/aws/kept-counts.ts';

/** How start tasks are counted. None is ever removed. */
export function countedStartTasks(table: string): CountedRows<'total'> {
  return { table, sortKey: 'start_task_id', countsOf: () => ({ total: 1 }) };
}
