import * as z from 'zod';
import { limit, whole } from './fields.ts';
import { line } from './text.ts';

/** Where a page begins: clients of other services compute it. */
export const pageStart = (things: 'members' | 'organizations') =>
  whole(0, 10_000)
    .optional()
    .meta({ description: `How many ${things} to skip: the \`next_page_id\` of the previous page.` });

export const MemberSearch = z.object({
  page_id: pageStart('members'),
  limit: limit(10),
  email: line(254).min(1).optional().meta({ description: 'Part of the email address. Case is ignored.' }),
});

/** A page of what is listed for each member. */
export const memberPage = <S extends z.ZodType>(item: S) =>
  z.object({
    items: z.array(item),
    current_page: z.int(),
    per_page: z.int(),
    next_page_id: z.string().nullable(),
  });
