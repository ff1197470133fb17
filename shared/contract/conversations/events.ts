import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { Event, EventId, eventFilters, eventSearch, severalEvents } from '../shapes/event-search.ts';
import { ConversationId, idList, LegacyConversationId, page, QueryBoolean } from '../shapes/fields.ts';

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
const ids = idList(EventId, 100);

const pageDescription =
  'Returns no events if the conversation does not exist. A page can hold fewer than `limit` events when events are large; continue while `next_page_id` is set.';

const countDescription =
  'A count by time, or by a kind that the service does not know, examines at most 10,000 events. Beyond that it fails with 422 `too_many_rows`.';

export const searchConversationEvents = defineEndpoint(() => ({
  ...common,
  id: 'search-conversation-events',
  path: '/api/v1/conversation/{conversation_id}/events/search',
  summary: "Search a conversation's events",
  description: pageDescription,
  params: inPath,
  query: z.object(eventSearch),
  success: found,
  errors: [],
}));

export const countConversationEvents = defineEndpoint(() => ({
  ...common,
  id: 'count-conversation-events',
  path: '/api/v1/conversation/{conversation_id}/events/count',
  summary: "Count a conversation's events",
  description: countDescription,
  params: inPath,
  query: z.object(eventFilters),
  success: { status: 200, body: z.int() },
  errors: ['too_many_rows'],
}));

export const batchGetConversationEvents = defineEndpoint(() => ({
  ...common,
  id: 'batch-get-conversation-events',
  path: '/api/v1/conversation/{conversation_id}/events',
  summary: 'Get several events by id',
  params: inPath,
  query: z.object({ id: ids }),
  success: severalEvents,
  errors: ['too_many_ids', 'payload_too_large'],
}));

export const searchEvents = defineEndpoint(() => ({
  ...common,
  id: 'search-events',
  path: '/api/v1/events/search',
  summary: "Search a conversation's events",
  description: pageDescription,
  query: z.object({ ...inQuery, ...eventSearch }),
  success: found,
  errors: [],
}));

export const countEvents = defineEndpoint(() => ({
  ...common,
  id: 'count-events',
  path: '/api/v1/events/count',
  summary: "Count a conversation's events",
  description: countDescription,
  query: z.object({ ...inQuery, ...eventFilters }),
  success: { status: 200, body: z.int() },
  errors: ['too_many_rows'],
}));

export const batchGetEvents = defineEndpoint(() => ({
  ...common,
  id: 'batch-get-events',
  path: '/api/v1/events',
  summary: 'Get several events by id',
  query: z.object({ ...inQuery, id: ids }),
  success: severalEvents,
  errors: ['too_many_ids', 'payload_too_large'],
}));

/** A position in a history, from 0. */
const position = z
  .string()
  .refine((text) => /^\d{1,6}$/.test(text) && Number(text) <= 100_000, {
    error: 'Must be a number from 0 to 100000.',
  })
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 0, maximum: 100_000 } });

const legacyLimit = z
  .string()
  .refine((text) => /^\d{1,3}$/.test(text) && Number(text) <= 100, { error: 'Must be a number from 0 to 100.' })
  .transform(Number)
  .default(20)
  .meta({ override: { type: 'integer', minimum: 0, maximum: 100, default: 20 } });

export const listEvents = defineEndpoint(() => ({
  ...legacy,
  id: 'list-events',
  successor: '/api/v1/conversation/{conversation_id}/events/search',
  path: '/api/conversations/{conversation_id}/events',
  summary: "List a conversation's events",
  description:
    '`start_id` and `end_id` are positions in the history, from 0, both inclusive. `reverse` returns the newest events first. A page can hold fewer than `limit` events when events are large.',
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
  summary: 'Get all events of a conversation',
  description: 'The response is streamed. Read a history of more than 10,000 events page by page instead.',
  stream: true,
  // API Gateway's timeout applies to each piece of a stream, not to the whole.
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
    'The archive contains meta.json and one JSON file per event, in order. Only one download of a conversation can run at a time.',
  params: inPath,
  stream: true,
  // API Gateway's timeout applies to each piece of a stream, not to the whole.
  needs: { timeoutSeconds: 120 },
  success: {
    status: 200,
    body: z.string().meta({ override: { type: 'string', format: 'binary' } }),
    contentType: 'application/zip',
    headers: { 'Content-Disposition': 'attachment; filename="conversation.zip"' },
  },
  errors: ['not_found', 'payload_too_large', 'conflict', 'unavailable'],
}));
