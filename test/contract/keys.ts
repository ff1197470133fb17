import * as z from 'zod';
import { nullable, sentence, time } from './forms.ts';

const scope = z.string().regex(/^([a-z]+:(read|write)|admin)$/);

const limits = z.strictObject({
  sandboxes: nullable.integer,
  requests_per_minute: nullable.integer,
  monthly_budget_usd: z.number().nullable(),
  monthly_sandbox_hours: z.number().nullable(),
});

const keyFields = {
  id: sentence,
  name: nullable.text,
  last4: z
    .string()
    .regex(/^[0-9A-Za-z]{4}$/)
    .nullable(),
  scopes: z.array(scope).min(1),
  limits,
  lineages: z.array(sentence).min(1).max(5),
  created_at: time,
  created_by: nullable.text,
  last_used_at: time.nullable(),
  not_before: time.nullable(),
  expires_at: time.nullable(),
  rotated_from: nullable.text,
  rotated_to: nullable.text,
  org_id: z.null(),
};

const key = sentence.regex(/^acs_\w+$/);

export const apiKey = z.strictObject(keyFields);
export const createdKey = z.strictObject({ ...keyFields, key });
export const rotatedKey = z.strictObject({ ...keyFields, key, previous: apiKey });
export const keyDeleted = z.strictObject({ message: z.literal('API key deleted successfully') });

const ownerFields = {
  id: sentence,
  created_at: time.nullable(),
  created_by: nullable.text,
  limits,
  active_sandboxes: z.int().min(0),
};

export const owner = z.strictObject(ownerFields);
export const createdOwner = z.strictObject({ ...ownerFields, key: createdKey.nullable() });
