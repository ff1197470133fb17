import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The files below a folder of a running service that contain each of these words. */
export async function filesWith(
  folder: string,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>(words.map((word) => [word, []]));
  for await (const path of filesBelow(folder)) {
    for (const word of await wordsIn(path, words)) found.get(word)?.push(path);
  }
  return found;
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    ignoreGone(error);
    return [];
  });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

async function wordsIn(path: string, words: readonly string[]): Promise<ReadonlySet<string>> {
  const longest = Math.max(...words.map(({ length }) => length));
  const found = new Set<string>();
  let before = '';
  try {
    for await (const piece of createReadStream(path, { encoding: 'latin1', highWaterMark: 1 << 20 })) {
      // A word can lie across two pieces.
      const text = before + String(piece);
      for (const word of words) if (text.includes(word)) found.add(word);
      before = text.slice(-longest);
    }
  } catch (error) {
    ignoreGone(error);
  }
  return found;
}

/** Files and folders of a running service come and go. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
