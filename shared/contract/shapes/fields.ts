import * as z from 'zod';
import { canonicalId, UUID } from './ids.ts';
import { Moment } from './moments.ts';
import { line } from './text.ts';

/** A UUID in any form, as 32 lower-case hex characters. */
export const Uuid = z
  .string()
  .regex(UUID, { error: 'Must be a UUID: 32 hex characters, with or without dashes.' })
  .transform(canonicalId)
  .meta({ description: 'A UUID, with or without dashes.' });

/** URLs treat `.` and `..` as relative path segments. */
const noDots = { pattern: /^(?!\.{1,2}$)/, error: "The ids '.' and '..' are not allowed: a URL cannot contain them." };

/** Ids are the service's own. Others, such as `search`, name no snapshot. */
export const SnapshotId = z.string().regex(/^[0-9a-f]{32}$/, { error: 'Must be the id of a snapshot.' });

/** A sandbox id in a request. */
export const SandboxId = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,63}$/, { error: 'Must be 1 to 63 characters of A-Z a-z 0-9 . _ -' })
  .regex(noDots.pattern, noDots)
  .transform(canonicalId);

/** A caller-chosen id of a conversation. */
export const ChosenConversationId = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,100}$/, { error: 'Must be 1 to 100 characters of A-Z a-z 0-9 . _ -' })
  .regex(noDots.pattern, noDots);

/** A conversation id in a request: a UUID or a caller-chosen id. */
export const ConversationId = ChosenConversationId.transform(canonicalId);

const LEGACY_ID = /^(?!.*\.\.)[A-Za-z0-9._-]{1,100}$/;

/** As `ConversationId`, for legacy clients, which expect status 400 for a malformed id. */
export const LegacyConversationId = z
  .string()
  .refine((id) => LEGACY_ID.test(id), {
    error: "Must be 1 to 100 characters of A-Z a-z 0-9 . _ - without '..'",
    params: { code: 'malformed_request' },
  })
  .meta({ pattern: LEGACY_ID.source })
  .transform(canonicalId);

/** A part of an id, such as its end as web pages show it. Long enough to narrow a list. */
export const partOfId = z
  .string()
  .regex(/^[A-Za-z0-9._-]{4,100}$/, { error: 'Must be 4 to 100 characters of A-Z a-z 0-9 . _ -' })
  .optional()
  .meta({ description: 'A part of the ID, in upper or lower case.' });

/** A filter by `created_by_user_id`. */
export const MakerId = line(255)
  .min(1)
  .optional()
  .meta({ description: 'Only what this person made. The ID of the owner means API keys that belong to no person.' });

/** ISO 8601 in UTC, in responses. */
export const Timestamp = Moment;

/** Normalizes the optional parts of ISO 8601. In a query string, a plus sign arrives as a space. */
function normalized(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/^(\d{4}-\d\d-\d\d) /, '$1T')
    .replace(/(T.*) (\d\d:?\d\d)$/, '$1+$2')
    .replace(/(T.*[+-]\d\d)(\d\d)$/, '$1:$2')
    .replace(/T(\d\d:\d\d)(?=$|Z|[+-])/, 'T$1:00');
}

/** The limits of a date-time besides its format. */
export const TIME_DESCRIPTION =
  'In UTC unless it names a time zone. Leap seconds, more than nine decimals of a second and years outside 0000 to 9999 (UTC) are not allowed.';

const notADateTime = 'Must be an ISO 8601 date-time.';

/** Longer than any form of a date-time. The expressions below take quadratic time. */
const LONGEST_TIME = 64;

/** A date-time as UTC with milliseconds. Without a time zone it is UTC; a date means its midnight. */
export const DateTime = z
  .string()
  .refine((text) => text.length <= LONGEST_TIME, { error: notADateTime })
  .transform(normalized)
  .pipe(z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()], { error: notADateTime }))
  .transform((text) =>
    new Date(/T.*(Z|[+-]\d\d:\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`).toISOString(),
  )
  // A time zone can move a time out of the years that sort as text.
  .refine((text) => /^\d{4}-/.test(text), { error: notADateTime })
  .meta({ override: { type: 'string', format: 'date-time', description: TIME_DESCRIPTION } });

export const QueryBoolean = z.stringbool().meta({ override: { type: 'boolean' } });

/** A whole number in a query string. */
export function whole(minimum: number, maximum: number) {
  return z
    .string()
    .refine((text) => /^-?\d{1,9}$/.test(text), { error: 'Must be a whole number.' })
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .meta({ override: { type: 'integer', minimum, maximum } });
}

/** The page size, from 1 to 100 or another maximum. */
export function limit(defaultLimit: number, maximum = 100) {
  return whole(1, maximum)
    .default(defaultLimit)
    .meta({ override: { type: 'integer', minimum: 1, maximum, default: defaultLimit } });
}

/** A number of seconds in a query string, from 0 to `maximum`. */
export function seconds(maximum: number) {
  return whole(0, maximum);
}

export const PageId = line(1024).min(1).meta({
  format: 'opaque',
  description:
    'The `next_page_id` of the previous page. It is opaque and valid only for the same list, owner and filters; anything else fails with 422 `validation_failed`.',
});

/** The ids of a batch. Clients expect status 400 for too many. */
export function idList<S extends z.ZodType>(item: S, maximum: number) {
  return z
    .array(item)
    .refine((ids) => ids.length <= maximum, {
      error: `Too many ids requested. Maximum is ${maximum}.`,
      params: { code: 'too_many_ids' },
    })
    .meta({ minItems: 1, maxItems: maximum });
}

/** A list whose length is checked before its elements, so that an excessive list costs little. */
export function boundedList<S extends z.ZodType>(item: S, maximum: number, minimum = 0) {
  const list = z.array(item).max(maximum);
  return z.preprocess(
    (value, context) => {
      if (!Array.isArray(value) || value.length <= maximum) return value;
      context.addIssue({ code: 'too_big', origin: 'array', maximum, inclusive: true, input: value });
      return z.NEVER;
    },
    minimum === 0 ? list : list.min(minimum),
  );
}

export function page<S extends z.ZodType>(item: S) {
  return z.object({ items: z.array(item), next_page_id: z.string().nullable() });
}

export const Success = z.object({ success: z.literal(true) }).meta({ id: 'Success' });

/** A response without a body, for clients that expect the status 204. */
export const noContent = { status: 204, body: z.void() } as const;

/** What the models of a conversation can cost, in US dollars. */
export const TaskBudget = /* @__PURE__ */ z.number().min(0).max(1_000_000);
