import { wrongUsage } from '../output/failure.ts';

/** The first items of a list that comes in pages; it asks for no page more than it takes. @throws Failure (usage) */
export async function take<T>(items: AsyncGenerator<T, void>, limit: number): Promise<readonly T[]> {
  if (!Number.isInteger(limit) || limit < 1) throw wrongUsage('--limit takes a whole number from 1.');
  const taken: T[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length >= limit) break;
  }
  return taken;
}

/** The size of a page for so many items: a service gives at most 100 at once. */
export const pageSize = (limit: number): number => Math.min(Math.max(1, limit), 100);
