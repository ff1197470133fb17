import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { failures } from '../shapes/agent-failures.ts';
import { Event, EventId, eventFilters, eventSearch, severalEvents } from '../shapes/event-search.ts';
import { ConversationId, idList, page } from '../shapes/fields.ts';
import { SharedConversation } from '../shapes/shared-conversation.ts';
import { SharedFile, SharedFileContent, SharedFileId, SharedFilesUpdate } from '../shapes/shared-file.ts';

const common = {
  area: 'conversations',
  tag: 'sharing',
  method: 'GET',
  access: 'open',
  generation: 'v1',
} as const;

/** What names a shared conversation in a request. */
const Shared = ConversationId.meta({
  description:
    'The token of a public link. The ID of a public conversation works too if it is random: a UUID of version 4 or 7.',
});

const inQuery = { conversation_id: Shared };

const shownEvents =
  'Contains messages, tool calls with their results, and summaries. Instructions, settings, states and logs of the agent are left out, known forms of secrets are masked, and so are URLs of the sandbox.';

export const batchGetSharedConversations = defineEndpoint(() => ({
  ...common,
  id: 'batch-get-shared-conversations',
  path: '/api/shared-conversations',
  summary: 'Get public conversations',
  description: 'Returns an array in the requested order, with null for each that is not public.',
  query: z.object({ ids: idList(Shared, 20) }),
  success: { status: 200, body: z.array(SharedConversation.nullable()) },
  errors: ['too_many_ids', 'rate_limited'],
}));

export const shareFiles = defineEndpoint(() => ({
  area: 'conversations',
  tag: 'sharing',
  generation: 'v1',
  access: 'key',
  id: 'share-files',
  scope: 'sandboxes:files',
  method: 'PUT',
  path: '/api/v1/app-conversations/{conversation_id}/shared-files',
  summary: 'Update the shared files of a conversation',
  description:
    'Chooses the files of the sandbox that visitors of the public link can read. The files are copied now, from a running sandbox or from the saved workspace of a paused one, and stay as they are until another request or the end of the link. Also needs the scope `conversations:write`.',
  params: z.object({ conversation_id: ConversationId }),
  body: SharedFilesUpdate,
  refusals: {
    forbidden:
      'the caller is a member who did not make the conversation, or the operator of this deployment allows no public links',
    conflict: 'the conversation has no public link, a path names no file, or the sandbox is neither running nor paused',
  },
  needs: { timeoutSeconds: 29, memoryMegabytes: 512 },
  success: { status: 200, body: z.object({ items: z.array(SharedFile) }) },
  errors: [...failures, 'forbidden', 'payload_too_large', 'insufficient_scope'],
}));

export const getSharedFile = defineEndpoint(() => ({
  ...common,
  id: 'get-shared-file',
  // In the query, as access logs have the path.
  path: '/api/shared-files',
  summary: 'Get a file of a public conversation',
  description: 'Returns the file as it was when it was chosen, with known forms of secrets masked in texts.',
  query: z.object({ ...inQuery, id: SharedFileId }),
  success: { status: 200, body: SharedFileContent },
  errors: ['not_found', 'rate_limited'],
}));

export const searchSharedEvents = defineEndpoint(() => ({
  ...common,
  id: 'search-shared-events',
  path: '/api/shared-events/search',
  summary: "Search a public conversation's events",
  description: `${shownEvents} Returns no events if the conversation is not public.`,
  query: z.object({ ...inQuery, ...eventSearch }),
  success: { status: 200, body: page(Event) },
  errors: ['rate_limited'],
}));

export const countSharedEvents = defineEndpoint(() => ({
  ...common,
  id: 'count-shared-events',
  path: '/api/shared-events/count',
  summary: "Count a public conversation's events",
  description:
    'A count by time examines at most 10,000 events. Beyond that it fails with 422 `too_many_rows`. Returns 0 if the conversation is not public.',
  query: z.object({ ...inQuery, ...eventFilters }),
  success: { status: 200, body: z.int() },
  errors: ['too_many_rows', 'rate_limited'],
}));

export const batchGetSharedEvents = defineEndpoint(() => ({
  ...common,
  id: 'batch-get-shared-events',
  path: '/api/shared-events',
  summary: 'Get several events of a public conversation',
  description: 'Returns an array in the requested order, with null for each event that visitors do not see.',
  query: z.object({ ...inQuery, id: idList(EventId, 100) }),
  success: severalEvents,
  errors: ['too_many_ids', 'payload_too_large', 'rate_limited'],
}));

export const getSharedEvent = defineEndpoint(() => ({
  ...common,
  id: 'get-shared-event',
  path: '/api/shared-events/{conversation_id}/{event_id}',
  summary: 'Get an event of a public conversation',
  description: 'Returns null for an event that visitors do not see.',
  params: z.object({ conversation_id: Shared, event_id: EventId }),
  success: { status: 200, body: Event.nullable() },
  errors: ['rate_limited'],
}));
