import type { MemberRecord } from '../people/member-record.ts';

interface Page {
  /** How many members to skip. */
  readonly page_id?: number | undefined;
  readonly limit: number;
}

/** The members whose address contains a text. */
export function withEmail(members: readonly MemberRecord[], part: string | undefined): readonly MemberRecord[] {
  if (part === undefined) return members;
  const wanted = part.toLowerCase();
  return members.filter(({ email }) => email?.toLowerCase().includes(wanted) === true);
}

/** A page of a list, by the numbers of pages that clients of other services show. */
export function pageOf<T>(all: readonly T[], { page_id: skipped = 0, limit }: Page) {
  const end = skipped + limit;
  return {
    items: all.slice(skipped, end),
    current_page: Math.floor(skipped / limit) + 1,
    per_page: limit,
    next_page_id: end < all.length ? String(end) : null,
  };
}
