import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { AuditActorType, AuditOutcome } from '../shapes/enums.ts';
import { DateTime, limit, PageId, page, Timestamp } from '../shapes/fields.ts';
import { line } from '../shapes/text.ts';

const AuditEntry = z
  .object({
    id: z.string(),
    occurred_at: Timestamp,
    action: z.string().meta({ description: 'The operationId of an endpoint, or an event type such as `key.created`.' }),
    outcome: AuditOutcome,
    actor: z.object({
      type: AuditActorType,
      owner_id: z.string().nullable(),
      key_id: z.string().nullable(),
      name: z.string().nullable(),
      user_id: z.string().nullable().meta({
        description: 'The person who signed in, or for whom the API key acted.',
      }),
      user_name: z.string().nullable().meta({ description: 'The name or address of the person at that time.' }),
    }),
    resource: z.record(z.string(), z.string()).meta({ description: 'The ids of the affected objects, by name.' }),
    request: z
      .object({
        id: z.string().meta({ description: 'The value of the response header X-Request-Id.' }),
        source_ip: z.string().nullable(),
        user_agent: z.string().nullable(),
        method: z.string().nullable(),
        path: z.string().nullable().meta({ description: 'The path template, with the names of its parameters.' }),
        status: z.int().nullable(),
        code: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'Null for actions that an operator took on the command line.' }),
  })
  .meta({ id: 'AuditEntry' });

/** A word or an id that must match exactly. */
const exact = line(200).min(1);

export const listAudit = defineEndpoint(() => ({
  id: 'list-audit',
  area: 'accounts',
  tag: 'audit',
  method: 'GET',
  path: '/api/v1/audit',
  summary: 'List audit entries, newest first',
  description:
    'Entries are kept for one year. A page can hold fewer entries than `limit` when filters match few of them; continue while `next_page_id` is set.',
  access: 'key',
  scope: 'audit:read',
  generation: 'v1',
  query: z.object({
    from: DateTime.optional().meta({ description: 'Inclusive.' }),
    to: DateTime.optional().meta({ description: 'Exclusive.' }),
    action: exact.optional(),
    key_id: exact.optional(),
    user_id: exact
      .optional()
      .meta({ description: 'The id of a person: what they did signed in, and by their API keys.' }),
    resource: exact.optional().meta({ description: 'The id of an affected object.' }),
    page_id: PageId.optional(),
    limit: limit(50),
  }),
  success: { status: 200, body: page(AuditEntry) },
  errors: [],
}));
