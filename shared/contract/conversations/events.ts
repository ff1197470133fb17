import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { agentTime } from '../shapes/agent-time.ts';
import {
  ConversationId,
  idList,
  LegacyConversationId,
  limit,
  PageId,
  page,
  QueryBoolean,
  TIME_DESCRIPTION,
} from '../shapes/fields.ts';
import { line } from '../shapes/text.ts';

/** An event as its agent server made it. */
const Event = z.looseObject({}).meta({ id: 'Event', description: 'An event, unchanged as its agent server made it.' });

/** A time that events are filtered by, as UTC with microseconds. */
const EventTime = z
  .string()
  .transform((text, context) => {
    const time = agentTime(text);
    if (time === undefined) context.addIssue({ code: 'custom', message: 'this is not an ISO 8601 date-time' });
    return time ?? z.NEVER;
  })
  .meta({ override: { type: 'string', format: 'date-time', description: TIME_DESCRIPTION } });

const filters = {
  kind__eq: z
    .string()
    .regex(/^\w{1,100}$/, { error: 'a kind has 1 to 100 letters, digits and underscores' })
    .optional(),
  timestamp__gte: EventTime.optional(),
  timestamp__lt: EventTime.optional(),
};

const search = {
  ...filters,
  sort_order: z.enum(['TIMESTAMP', 'TIMESTAMP_DESC']).default('TIMESTAMP').meta({ id: 'EventSortOrder' }),
  page_id: PageId.optional(),
  limit: limit(100),
};

const EventId = line(128).min(1);

const inPath = z.object({ conversation_id: ConversationId });
const inQuery = { conversation_id__eq: ConversationId };

const common = {
  area: 'conversations',
  tag: 'events',
  method: 'GET',
  access: 'key',
  scope: 'conversations:read',
  generation: 'v1',
} as const;

const legacy = {
  area: 'conversations',
  tag: 'events',
  method: 'GET',
  access: 'key',
  scope: 'conversations:read',
  generation: 'legacy',
  params: z.object({ conversation_id: LegacyConversationId }),
} as const;

const found = { status: 200, body: page(Event) } as const;
const several = { status: 200, body: z.array(Event.nullable()) } as const;
const ids = idList(EventId, 100);

const pageDescription =
  'A conversation that is not there has no events. A page ends early where events are long; `next_page_id` tells whether more follow.';

const countDescription =
  'By times, or of a kind that the service does not know, a count looks at 10000 events at most: of more it is a 422 `too_many_rows`.';

export const searchConversationEvents = defineEndpoint(() => ({
  ...common,
  id: 'search-conversation-events',
  path: '/api/v1/conversation/{conversation_id}/events/search',
  summary: 'Search the events of a conversation',
  description: pageDescription,
  params: inPath,
  query: z.object(search),
  success: found,
  errors: [],
}));

export const countConversationEvents = defineEndpoint(() => ({
  ...common,
  id: 'count-conversation-events',
  path: '/api/v1/conversation/{conversation_id}/events/count',
  summary: 'Count the events of a conversation',
  description: countDescription,
  params: inPath,
  query: z.object(filters),
  success: { status: 200, body: z.int() },
  errors: ['too_many_rows'],
}));

export const batchGetConversationEvents = defineEndpoint(() => ({
  ...common,
  id: 'batch-get-conversation-events',
  path: '/api/v1/conversation/{conversation_id}/events',
  summary: 'Read several events of a conversation by id',
  params: inPath,
  query: z.object({ id: ids }),
  success: several,
  errors: ['too_many_ids', 'payload_too_large'],
}));

export const searchEvents = defineEndpoint(() => ({
  ...common,
  id: 'search-events',
  path: '/api/v1/events/search',
  summary: 'Search the events of a conversation',
  description: pageDescription,
  query: z.object({ ...inQuery, ...search }),
  success: found,
  errors: [],
}));

export const countEvents = defineEndpoint(() => ({
  ...common,
  id: 'count-events',
  path: '/api/v1/events/count',
  summary: 'Count the events of a conversation',
  description: countDescription,
  query: z.object({ ...inQuery, ...filters }),
  success: { status: 200, body: z.int() },
  errors: ['too_many_rows'],
}));

export const batchGetEvents = defineEndpoint(() => ({
  ...common,
  id: 'batch-get-events',
  path: '/api/v1/events',
  summary: 'Read several events of a conversation by id',
  query: z.object({ ...inQuery, id: ids }),
  success: several,
  errors: ['too_many_ids', 'payload_too_large'],
}));

/** A place in a history, from 0. */
const position = z
  .string()
  .refine((text) => /^\d{1,6}$/.test(text) && Number(text) <= 100_000, {
    error: 'this is not a number from 0 to 100000',
  })
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 0, maximum: 100_000 } });

const legacyLimit = z
  .string()
  .refine((text) => /^\d{1,3}$/.test(text) && Number(text) <= 100, { error: 'this is not a number from 0 to 100' })
  .transform(Number)
  .default(20)
  .meta({ override: { type: 'integer', minimum: 0, maximum: 100, default: 20 } });

export const listEvents = defineEndpoint(() => ({
  ...legacy,
  id: 'list-events',
  successor: '/api/v1/conversation/{conversation_id}/events/search',
  path: '/api/conversations/{conversation_id}/events',
  summary: 'Read a part of the events of a conversation',
  description:
    '`start_id` and `end_id` are places in the history, counted from 0; both are included. With `reverse` the newest come first. A page ends early where events are long.',
  query: z.object({
    start_id: position.default(0),
    end_id: position.optional(),
    reverse: QueryBoolean.default(false),
    limit: legacyLimit,
  }),
  invalidCode: 'malformed_request',
  success: { status: 200, body: z.object({ events: z.array(Event), has_more: z.boolean() }) },
  errors: ['malformed_request', 'not_found'],
}));

export const getTrajectory = defineEndpoint(() => ({
  ...legacy,
  id: 'get-trajectory',
  successor: '/api/v1/app-conversations/{conversation_id}/download',
  path: '/api/conversations/{conversation_id}/trajectory',
  summary: 'Read all events of a conversation',
  description: 'The answer is streamed. Histories of more than 10000 events are read by pages.',
  stream: true,
  // API Gateway waits for the next piece of a stream, not for the last.
  needs: { timeoutSeconds: 120 },
  success: { status: 200, body: z.object({ trajectory: z.array(Event) }) },
  errors: ['malformed_request', 'not_found', 'payload_too_large'],
}));

export const downloadConversation = defineEndpoint(() => ({
  ...common,
  id: 'download-conversation',
  path: '/api/v1/app-conversations/{conversation_id}/download',
  summary: 'Download a conversation as a ZIP archive',
  description:
    'It holds meta.json and one JSON file for each event, in their order. One download of a conversation runs at a time.',
  params: inPath,
  stream: true,
  // API Gateway waits for the next piece of a stream, not for the last.
  needs: { timeoutSeconds: 120 },
  success: {
    status: 200,
    body: z.string().meta({ override: { type: 'string', format: 'binary' } }),
    contentType: 'application/zip',
    headers: { 'Content-Disposition': 'attachment; filename="conversation.zip"' },
  },
  errors: ['not_found', 'payload_too_large', 'conflict', 'unavailable'],
}));
