import type { Page } from '../../../shared/platform/paging.ts';

/** Reads all pages of a list. */
export async function walk<T>(read: (after: string | null) => Promise<Page<T>>): Promise<(readonly T[])[]> {
  const pages: (readonly T[])[] = [];
  let after: string | null = null;
  do {
    const page: Page<T> = await read(after);
    pages.push(page.items);
    after = page.next;
    if (pages.length > 1000) throw new Error('the list has no end');
  } while (after !== null);
  return pages;
}

let owners = 0;

/** An owner that no other test uses, so that tests can share a table. */
export function anOwner(): string {
  owners += 1;
  return `owner-${process.pid}-${Date.now().toString(36)}-${owners}`;
}

export function secondsAfterNoon(seconds: number): string {
  return new Date(Date.UTC(2026, 10, 21, 12, 0, seconds)).toISOString();
}

/** The error names of rejected outcomes. */
export function failuresOf(outcomes: readonly PromiseSettledResult<unknown>[]): string[] {
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason?.name)] : []));
}

export async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}
