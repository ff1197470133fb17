import { chmod, lstat } from 'node:fs/promises';

/** Reads even what its owner cannot: a disk has its content whatever its modes are. */
export async function readable<T>(path: Buffer, needed: number, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EACCES')) throw error;
  }
  const { mode } = await lstat(path);
  await chmod(path, mode | needed);
  try {
    return await read();
  } finally {
    await chmod(path, mode);
  }
}
