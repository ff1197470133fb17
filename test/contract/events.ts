import * as z from 'zod';
import { eventKind } from './enums.ts';
import { nullable } from './forms.ts';

/** An event of the agent server, passed on unchanged with the further fields of its kind. */
export const event = z.looseObject({
  id: z.string().regex(/\S/),
  // The agent server's own clock, without a zone.
  timestamp: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?/),
  source: z.enum(['agent', 'user', 'environment', 'hook']),
  kind: eventKind,
});

export const eventPage = z.strictObject({ items: z.array(event).max(100), next_page_id: nullable.text });

export const legacyEvents = z.strictObject({ events: z.array(z.looseObject({})).max(100), has_more: z.boolean() });

export const trajectory = z.strictObject({ trajectory: z.array(z.looseObject({})) });
