import { rm, stat, truncate } from 'node:fs/promises';

const maxBytes = 10 * 1024 * 1024;

/** Empties a task's log when it is too large, so that it cannot fill the disk. */
export async function boundLog(file: string): Promise<void> {
  // A task that has not written yet has no file.
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size > maxBytes) await truncate(file);
}

export async function deleteLog(file: string): Promise<void> {
  await rm(file, { force: true });
}
