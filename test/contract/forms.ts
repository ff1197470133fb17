import * as z from 'zod';

/* Answers by the published interface's description alone: shared code would hide a common mistake. */

/** Ids of conversations and start tasks: 32 hex characters, no dashes. */
export const hexId = z.string().regex(/^[0-9a-f]{32}$/, 'is not 32 hex characters');

export const sandboxId = z.string().regex(/^[A-Za-z0-9._-]{1,63}$/);

export const time = z.iso.datetime();

export const legacyId = z.string().regex(/^[A-Za-z0-9._-]{1,100}$/);

export const nullable = {
  text: z.string().nullable(),
  hexId: hexId.nullable(),
  integer: z.int().nullable(),
} as const;

export function pageForm<T extends z.ZodType>(item: T) {
  return z.strictObject({ items: z.array(item).max(100), next_page_id: nullable.text });
}

export function batchOf<T extends z.ZodType>(item: T) {
  return z.array(item.nullable());
}

export const emptyPage = z.strictObject({ items: z.array(z.never()), next_page_id: z.null() });
export const success = z.strictObject({ success: z.literal(true) });
export const count = z.int().min(0);

export const sentence = z.string().regex(/\S/);

const problemFields = {
  type: z.enum(['about:blank', 'https://iana.org/assignments/http-problem-types#quota-exceeded']),
  title: sentence,
  status: z.int().min(400).max(599),
  // Web clients show it, whatever the failure was: so it is text, never a list.
  detail: sentence,
  code: z.string().regex(/^[a-z_]+$/),
  request_id: z.string().regex(/^[0-9a-f-]{36}$/),
  errors: z
    .array(
      z.strictObject({
        loc: z.array(z.union([z.string(), z.int()])).min(1),
        msg: sentence,
        type: sentence,
        pointer: z.string().startsWith('#'),
      }),
    )
    .min(1)
    .optional(),
  running_sandbox_ids: z.array(sandboxId).optional(),
  interval: z.int().optional(),
  'violated-policies': z
    .array(z.string().regex(/^[a-z-]+$/))
    .min(1)
    .optional(),
  limit: z
    .strictObject({
      scope: z.enum(['owner', 'key']),
      unit: z.enum(['sandboxes', 'usd', 'sandbox_hours']),
      limit: z.number().min(0),
      used: z.number().min(0),
      resets_at: z.iso.datetime().nullable(),
    })
    .optional(),
  required_scope: sentence.optional(),
  retry_after_seconds: z.int().min(0).optional(),
  msg_id: z.string().optional(),
  // Where a start finds no conversation, its clients read which.
  conversation_id: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
};

export const problem = z.strictObject({ ...problemFields, message: sentence.optional() });

/** Legacy clients read `message`. */
export const legacyProblem = z.strictObject({ ...problemFields, message: sentence });

/** What took the time, one after the other. */
export const steps = z.array(z.strictObject({ step: sentence, at: time, seconds: z.number().nonnegative() }));
