import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import {
  AppConversation,
  AppConversationUpdate,
  conversationFilters,
  ForkRequest,
} from '../shapes/app-conversation.ts';
import { ConversationPage, searchFilters } from '../shapes/conversation-search.ts';
import { OnLimit } from '../shapes/enums.ts';
import { ConversationId, idList, limit, PageId, Success } from '../shapes/fields.ts';
import { MAX_CONTENT_BYTES } from '../shapes/pictures.ts';
import { startErrors } from '../shapes/start-errors.ts';
import { notOfStarts, StartRequest } from '../shapes/start-request.ts';
import { StartTask } from '../shapes/start-task.ts';

const current = { area: 'conversations', access: 'key', generation: 'v1' } as const;

const byId = z.object({ conversation_id: ConversationId });

const startRefusals = {
  forbidden: '`public` is true, and this deployment does not allow public links',
  exclusive_fields: '`suggested_task` is sent together with `initial_message`, or `snapshot_id` with `sandbox_id`',
  custom: '`processors` is not empty',
  unknown_profile: '`agent_profile_id` names no agent profile of the owner, or one whose model profile was deleted',
} as const;

const tooMany =
  'A filtered count examines at most 10,000 conversations in the requested time range. Beyond that it fails with 422 `too_many_rows`.';

const howFar =
  'A page examines at most 2,000 conversations and, with `text__contains`, about 2,000 events in a few seconds. It can then hold fewer conversations than `limit`, or none: continue while `next_page_id` is set.';

const paging = { page_id: PageId.optional(), limit: limit(100) };

/** A text search reads many events. API Gateway ends it after 29 s. */
const searching = { timeoutSeconds: 29, memoryMegabytes: 512 } as const;

export const createAppConversation = defineEndpoint(() => ({
  ...current,
  id: 'create-app-conversation',
  scope: 'conversations:write',
  method: 'POST',
  path: '/api/v1/app-conversations',
  summary: 'Create an app conversation',
  description: 'Returns the start task at once; poll it until its status is READY or ERROR.',
  query: z.object({ on_limit: OnLimit.default('reject') }),
  names: { conversation_id: 'new-conversation' },
  body: StartRequest,
  unsupported: notOfStarts,
  maxBodyBytes: MAX_CONTENT_BYTES,
  idempotent: true,
  refusals: startRefusals,
  success: { status: 200, location: '/api/v1/app-conversations/start-tasks?ids={id}', body: StartTask },
  errors: [...startErrors, 'forbidden', 'gone'],
}));

export const streamStartAppConversation = defineEndpoint(() => ({
  ...current,
  id: 'stream-start-app-conversation',
  scope: 'conversations:write',
  method: 'POST',
  path: '/api/v1/app-conversations/stream-start',
  summary: 'Create an app conversation and stream its start',
  description:
    'Streams a JSON array that gains an element at each change of status and ends with READY or ERROR. A start can outlast this response: the array then ends early; poll the start task. If too many requests are waiting, the array ends after its first element.',
  query: createAppConversation.query,
  names: { conversation_id: 'new-conversation' },
  body: StartRequest,
  unsupported: notOfStarts,
  maxBodyBytes: MAX_CONTENT_BYTES,
  stream: true,
  idempotent: true,
  // As long as Lambda allows, as the stream sends often enough for API Gateway. Memory is billed during the wait.
  needs: { timeoutSeconds: 900, memoryMegabytes: 512 },
  refusals: startRefusals,
  success: { status: 200, body: z.array(StartTask) },
  errors: createAppConversation.errors,
}));

export const forkConversation = defineEndpoint(() => ({
  ...current,
  id: 'fork-conversation',
  scope: 'conversations:write',
  method: 'POST',
  path: '/api/v1/app-conversations/{conversation_id}/fork',
  summary: 'Fork an app conversation',
  description:
    'Creates a conversation that continues from this one, now or from an event, in its own sandbox. It has a copy of the history, and of the workspace as it is now. The source stays as it is and can keep running. The fork uses the current settings and secrets of its owner, and starts without costs. Returns the start task at once; poll it until its status is READY or ERROR.',
  params: byId,
  query: createAppConversation.query,
  body: ForkRequest.optional(),
  idempotent: true,
  success: { status: 200, location: '/api/v1/app-conversations/start-tasks?ids={id}', body: StartTask },
  errors: [...startErrors, 'gone'],
}));

export const listAppConversations = defineEndpoint(() => ({
  ...current,
  id: 'list-app-conversations',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations',
  summary: 'List app conversations, or get several by id',
  description: `Without \`ids\`, returns a page, newest first. With \`ids\`, returns an array in the requested order, with null for each id that is not found. ${howFar}`,
  names: { ids: 'conversation' },
  query: z.object({ ...searchFilters, ...paging, ids: idList(ConversationId, 99).optional() }),
  needs: searching,
  success: { status: 200, body: z.union([ConversationPage, z.array(AppConversation.nullable())]) },
  errors: ['too_many_ids', 'payload_too_large'],
}));

export const searchAppConversations = defineEndpoint(() => ({
  ...current,
  id: 'search-app-conversations',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations/search',
  summary: 'Search app conversations, newest first',
  description: howFar,
  query: z.object({ ...searchFilters, ...paging }),
  needs: searching,
  success: { status: 200, body: ConversationPage },
  errors: [],
}));

export const countAppConversations = defineEndpoint(() => ({
  ...current,
  id: 'count-app-conversations',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations/count',
  summary: 'Count app conversations',
  description: tooMany,
  query: z.object(conversationFilters),
  success: { status: 200, body: z.int() },
  errors: ['too_many_rows'],
}));

export const getAppConversation = defineEndpoint(() => ({
  ...current,
  id: 'get-app-conversation',
  revised: true,
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations/{conversation_id}',
  summary: 'Get an app conversation',
  params: byId,
  success: { status: 200, body: AppConversation },
  errors: ['not_found'],
}));

export const deleteAppConversation = defineEndpoint(() => ({
  ...current,
  id: 'delete-app-conversation',
  scope: 'conversations:write',
  method: 'DELETE',
  path: '/api/v1/app-conversations/{conversation_id}',
  summary: 'Delete an app conversation and its sub-conversations',
  description:
    'Deletes the sandbox and its workspace too, if the sandbox was created for a conversation and no other conversation uses it. A sandbox that was started separately stays.',
  params: byId,
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict'],
}));

export const updateAppConversation = defineEndpoint(() => ({
  ...current,
  id: 'update-app-conversation',
  revised: true,
  scope: 'conversations:write',
  method: 'PATCH',
  path: '/api/v1/app-conversations/{conversation_id}',
  summary: 'Update an app conversation',
  description:
    'Only the fields that are sent change. A title set here takes precedence over titles from the agent. Set `title` to null to let the agent choose a new one; until then the conversation has the default title.',
  params: byId,
  body: AppConversationUpdate,
  refusals: {
    forbidden:
      'the caller is a member who did not make the conversation, and the request changes `visibility` or `public`; or `public` is true, and this deployment does not allow public links',
    conflict:
      '`visibility` changes, and its sandbox was started separately or has other conversations; or `public` is true for a private conversation',
  },
  success: { status: 200, body: AppConversation },
  errors: ['not_found', 'forbidden', 'conflict'],
}));
