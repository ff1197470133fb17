import type { Clock } from '../../../platform/clock.ts';
import { addressIdOf, type EdgeRow, liveKey, nameRowId } from './edge-row.ts';
import type { ComparedRows, EdgeWork } from './edge-rows.ts';
import type { EdgeStore } from './edge-store.ts';

export interface CompareDeps {
  readonly store: Pick<EdgeStore, 'entries'>;
  readonly work: Pick<EdgeWork, 'rows' | 'compared'> & ComparedRows;
  readonly now: Clock;
}

/** The most rows that are read at once. */
const BATCH = 100;

/**
 * Compares the whole store with the rows, and asks the writer to correct what differs: someone changed the store, or
 * the table was restored. Rows that wait for the writer may differ.
 *
 * @returns the number of differences
 */
export async function compareEntries(deps: CompareDeps): Promise<number> {
  const startedAt = deps.now();
  const found = new Map<string, string>();
  for await (const page of deps.store.entries()) for (const { key, value } of page) found.set(key, value);
  let differences = 0;
  const keys = [...found.keys()];
  for (let at = 0; at < keys.length; at += BATCH) {
    const batch = keys.slice(at, at + BATCH);
    const rows = new Map((await deps.work.rows(batch)).map((row) => [addressIdOf(row.entry_id) ?? '', row]));
    for (const key of batch) if (await removeStray(key, rows.get(key), deps)) differences += 1;
  }
  for await (const page of deps.work.live())
    for (const row of page) if (isMissing(row, found) && (await askFor(row, deps))) differences += 1;
  await deps.work.compared(startedAt);
  return differences;
}

/** An entry without a row that holds it leaves like any other, so that no update of its writer is overtaken. */
async function removeStray(
  key: string,
  row: EdgeRow | undefined,
  { work, now }: Pick<CompareDeps, 'work' | 'now'>,
): Promise<boolean> {
  const leaving = { state: 'leaving', write: 'yes', asked_at: now().getTime(), live: liveKey(key) } as const;
  if (!row) return work.add({ entry_id: nameRowId(key), generation: 0, version: 1, row_version: 0, ...leaving });
  return row.state === 'left' && work.change(row, { ...leaving, version: row.version + 1 });
}

/** Whether the store should have had the entry before it was listed. */
function isMissing(row: EdgeRow, found: ReadonlyMap<string, string>): boolean {
  if (row.state !== 'held' || row.write !== undefined || row.written !== row.version) return false;
  return found.get(addressIdOf(row.entry_id) ?? '') !== row.value;
}

/** Does nothing for a row that has changed since the store was listed. */
function askFor(row: EdgeRow, { work, now }: Pick<CompareDeps, 'work' | 'now'>): Promise<boolean> {
  return work.change(row, { write: 'yes', reminded_at: now().getTime() });
}
