import { createHash } from 'node:crypto';
import { AppError } from './errors.ts';

export interface Page<T> {
  readonly items: readonly T[];
  /** The sort position before the next page; null at the end. */
  readonly next: string | null;
}

/** The items that match, of those that a page examines. For filters that compare more than columns of the table. */
export type Matching<T> = (items: readonly T[]) => Promise<ReadonlySet<T>>;

/** The list, owner and filters that a page id is valid for. */
export interface PageScope {
  readonly ownerId: string;
  readonly list: string;
  readonly filters?: unknown;
}

/** An opaque id for the page after `position`; null at the end of the list. */
export function pageIdAfter(position: string | null, scope: PageScope): string | null {
  return position === null ? null : Buffer.from(`${seal(scope)}.${position}`).toString('base64url');
}

/** @throws AppError for a damaged id, or one of another list, owner or filter */
export function positionOf(pageId: string | undefined, scope: PageScope): string | null {
  if (pageId === undefined) return null;
  const [mark, ...position] = Buffer.from(pageId, 'base64url').toString('utf8').split('.');
  // Positions are printable ASCII. Other characters must not reach a key condition.
  if (mark === seal(scope) && /^[\x21-\x7e]+$/.test(position.join('.'))) return position.join('.');
  const msg = 'This page_id belongs to another list or other filters. Omit it to start from the first page.';
  const errors = [{ loc: ['query', 'page_id'], msg, type: 'invalid_page_id', pointer: '#/page_id' }];
  throw new AppError('validation_failed', `query.page_id: ${msg}`, { extensions: { errors } });
}

/** Detects mistakes. It is not a secret, as a forged mark gives no access. */
function seal({ ownerId, list, filters }: PageScope): string {
  return createHash('sha256')
    .update(JSON.stringify([ownerId, list, filters ?? null]))
    .digest('base64url')
    .slice(0, 16);
}
