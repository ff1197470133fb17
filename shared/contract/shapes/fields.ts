import * as z from 'zod';
import { canonicalId, isUuid } from './ids.ts';
import { line } from './text.ts';

/** A UUID, dashed or not, in any case; it is stored and looked up as 32 lower-case hex characters. */
export const Uuid = z
  .string()
  .refine(isUuid, { error: 'this is not a UUID (32 hex characters, with or without dashes)' })
  .transform(canonicalId)
  .meta({ description: 'A UUID, with or without dashes.' });

/** A sandbox id as it comes in: opaque, in the alphabet that sandbox ids may use. */
export const SandboxId = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,63}$/, { error: 'a sandbox id has 1 to 63 characters of A-Z a-z 0-9 . _ -' })
  .transform(canonicalId);

/** A conversation id as it comes in: a UUID or the id that a legacy caller chose. */
export const ConversationId = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,100}$/, { error: 'a conversation id has 1 to 100 characters of A-Z a-z 0-9 . _ -' })
  .transform(canonicalId);

/** As `ConversationId`, for the legacy generation, whose clients expect a 400 for a malformed id. */
export const LegacyConversationId = z
  .string()
  .refine((id) => /^[A-Za-z0-9._-]{1,100}$/.test(id) && !id.includes('..'), {
    error: "a conversation id has 1 to 100 characters of A-Z a-z 0-9 . _ - and no '..'",
    params: { code: 'malformed_request' },
  })
  .transform(canonicalId);

/** ISO 8601 in UTC on the way out. */
export const Timestamp = z.iso.datetime();

/** ISO 8601 without its options. In a query string a plus sign arrives as a space. */
function spelledOut(text: string): string {
  return text
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d) /, '$1T')
    .replace(/(T.*) (\d\d:?\d\d)$/, '$1+$2')
    .replace(/(T.*[+-]\d\d)(\d\d)$/, '$1:$2')
    .replace(/T(\d\d:\d\d)(?=$|Z|[+-])/, 'T$1:00');
}

const notADateTime = 'this is not an ISO 8601 date-time';

/** A date-time of a filter, as UTC with milliseconds. Without a zone it is UTC; a bare date is its midnight. */
export const DateTime = z
  .string()
  .transform(spelledOut)
  .pipe(z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()], { error: notADateTime }))
  .transform((text) =>
    new Date(/T.*(Z|[+-]\d\d:\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`).toISOString(),
  )
  // A zone can move a time out of the years that sort as text.
  .refine((text) => /^\d{4}-/.test(text), { error: notADateTime })
  .meta({ override: { type: 'string', format: 'date-time' } });

/** `true` or `false` in a query string. */
export const QueryBoolean = z.stringbool().meta({ override: { type: 'boolean' } });

/** How many items a page may hold: at least one, at most a hundred. */
export function limit(defaultLimit: number) {
  return z
    .string()
    .refine((text) => /^-?\d{1,9}$/.test(text), { error: 'this is not a whole number' })
    .transform(Number)
    .pipe(z.number().min(1).max(100))
    .default(defaultLimit)
    .meta({ override: { type: 'integer', minimum: 1, maximum: 100, default: defaultLimit } });
}

/** A time in whole seconds, from 0 up. */
export function seconds(maximum: number) {
  return z
    .string()
    .refine((text) => /^-?\d{1,9}$/.test(text), { error: 'this is not a whole number' })
    .transform(Number)
    .pipe(z.number().min(0).max(maximum))
    .meta({ override: { type: 'integer', minimum: 0, maximum } });
}

export const PageId = line(1024).min(1).meta({ description: 'The `next_page_id` of the page before.' });

/** Ids of a batch. Too many of them is a 400, which clients of this interface expect. */
export function idList<S extends z.ZodType>(item: S, maximum: number) {
  return z.array(item).refine((ids) => ids.length <= maximum, {
    error: `Too many ids requested. Maximum is ${maximum}.`,
    params: { code: 'too_many_ids' },
  });
}

/** A list whose length is checked before its elements: one that is too long costs no more than its reading. */
export function boundedList<S extends z.ZodType>(item: S, maximum: number) {
  return z.preprocess((value, context) => {
    if (!Array.isArray(value) || value.length <= maximum) return value;
    context.addIssue({ code: 'too_big', origin: 'array', maximum, inclusive: true, input: value });
    return z.NEVER;
  }, z.array(item).max(maximum));
}

/** The page of the current generation. */
export function page<S extends z.ZodType>(item: S) {
  return z.object({ items: z.array(item), next_page_id: z.string().nullable() });
}

export const Success = z.object({ success: z.literal(true) }).meta({ id: 'Success' });
