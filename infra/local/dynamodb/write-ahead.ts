import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A database of SQLite without tables, whose commits go to a write-ahead log. */
const EMPTY = join(import.meta.dirname, 'server', 'empty-database.db');

/**
 * Begins a new database as one that commits to a write-ahead log, which SQLite keeps to for good. Its usual journal
 * makes a file, waits for the disk four times and removes the file at each commit; the log waits once, and is as safe.
 * A database that is there already stays as it is.
 */
export async function beginWithLog(database: string): Promise<void> {
  try {
    await writeFile(database, await readFile(EMPTY), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
