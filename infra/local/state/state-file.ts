import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file at once: readers see the old content or the new. Only the user may read it. */
export async function writeStateFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, path);
}

/** The content of a file, or undefined when there is none. */
export async function readStateFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The content of a file that is made at the first call and kept from then on. */
export async function readOrCreate(path: string, create: () => string): Promise<string> {
  const existing = await readStateFile(path);
  if (existing !== undefined && existing !== '') return existing;
  const content = create();
  await writeStateFile(path, content);
  return content;
}
