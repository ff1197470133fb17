import type { Page } from '../../../shared/platform/paging.ts';

export interface MemoryQuery<T> {
  readonly sortOf: (item: T) => string;
  readonly newestFirst: boolean;
  readonly limit: number;
  readonly after: string | null;
}

/** A page of rows in memory. */
export function memoryPage<T>(rows: Iterable<T>, query: MemoryQuery<T>): Page<T> {
  const { sortOf, newestFirst, limit, after } = query;
  const direction = newestFirst ? -1 : 1;
  const behind = [...rows]
    .filter((row) => after === null || (newestFirst ? sortOf(row) < after : sortOf(row) > after))
    .toSorted((a, b) => (sortOf(a) < sortOf(b) ? -direction : direction));
  const items = behind.slice(0, limit);
  const last = items.at(-1);
  return { items, next: behind.length > limit && last !== undefined ? sortOf(last) : null };
}

export function keyOf(ownerId: string, id: string): string {
  return `${ownerId}/${id}`;
}

export function pick<T>(rows: ReadonlyMap<string, T>, ownerId: string, ids: readonly string[]): T[] {
  return [...new Set(ids)].flatMap((id) => rows.get(keyOf(ownerId, id)) ?? []);
}
