import * as z from 'zod';
import { agentTime } from './agent-time.ts';
import { limit, PageId, TIME_DESCRIPTION } from './fields.ts';
import { line } from './text.ts';

export const Event = z.looseObject({}).meta({ id: 'Event', description: 'An event, unchanged from the agent server.' });

/** A time in a filter for events, as UTC with microseconds. */
const EventTime = z
  .string()
  .transform((text, context) => {
    const time = agentTime(text);
    if (time === undefined) context.addIssue({ code: 'custom', message: 'Must be an ISO 8601 date-time.' });
    return time ?? z.NEVER;
  })
  .meta({ override: { type: 'string', format: 'date-time', description: TIME_DESCRIPTION } });

export const eventFilters = {
  kind__eq: z
    .string()
    .regex(/^\w{1,100}$/, { error: 'Must be 1 to 100 letters, digits or underscores.' })
    .optional(),
  timestamp__gte: EventTime.optional(),
  timestamp__lt: EventTime.optional(),
};

export const eventSearch = {
  ...eventFilters,
  sort_order: z.enum(['TIMESTAMP', 'TIMESTAMP_DESC']).default('TIMESTAMP').meta({ id: 'EventSortOrder' }),
  page_id: PageId.optional(),
  limit: limit(100),
};

export const EventId = line(128).min(1);

export const severalEvents = { status: 200, body: z.array(Event.nullable()) } as const;
