import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { AppConversation, AppConversationUpdate, conversationFilters, Title } from '../shapes/app-conversation.ts';
import { OnLimit, ProviderType } from '../shapes/enums.ts';
import { ConversationId, idList, LegacyConversationId, limit, PageId, page, Success } from '../shapes/fields.ts';
import {
  ConversationResponse,
  CreateConversationRequest,
  LegacyConversation,
  LegacyConversationPage,
  LegacyConversationsQuery,
} from '../shapes/legacy-conversation.ts';
import { StartRequest } from '../shapes/start-request.ts';
import { StartTask } from '../shapes/start-task.ts';

const current = { area: 'conversations', access: 'key', generation: 'v1' } as const;
const legacy = { area: 'conversations', access: 'key', generation: 'legacy' } as const;

const byId = z.object({ conversation_id: ConversationId });
const byLegacyId = z.object({ conversation_id: LegacyConversationId });

/** How a call of the legacy generation fails when it names no conversation of the caller. */
const absent = ['malformed_request', 'not_found'] as const;

const startRefusals = {
  exclusive_fields: '`suggested_task` together with `initial_message`',
  unknown_profile: '`agent_profile_id` of no agent that the owner keeps, or of one whose language model is gone',
} as const;

const tooMany =
  'With a filter, a count looks at 10000 conversations of the time asked for at most: of more it is a 422 `too_many_rows`.';

const paging = { page_id: PageId.optional(), limit: limit(100) };

export const createAppConversation = defineEndpoint(() => ({
  ...current,
  id: 'create-app-conversation',
  scope: 'conversations:write',
  method: 'POST',
  path: '/api/v1/app-conversations',
  summary: 'Start an app conversation',
  description: 'Answers at once with the start task; poll it until READY or ERROR. Unknown fields are ignored.',
  query: z.object({ on_limit: OnLimit.default('reject') }),
  body: StartRequest,
  idempotent: true,
  refusals: startRefusals,
  success: { status: 200, location: '/api/v1/app-conversations/start-tasks?ids={id}', body: StartTask },
  errors: ['not_found', 'conflict', 'gone', 'concurrency_limit_exceeded', 'quota_exceeded', 'usage_not_settled'],
}));

export const streamStartAppConversation = defineEndpoint(() => ({
  ...current,
  id: 'stream-start-app-conversation',
  scope: 'conversations:write',
  method: 'POST',
  path: '/api/v1/app-conversations/stream-start',
  summary: 'Start an app conversation and follow it',
  description:
    'The same start, answered by one JSON array that grows by an element whenever the status changes and ends with READY or ERROR. A start that takes longer than the answer may goes on: the array ends before, and the task can be polled. So does the array of one element that is answered when too many requests wait already.',
  query: createAppConversation.query,
  body: StartRequest,
  stream: true,
  idempotent: true,
  // A start may take as long as Lambda allows. The stream gives a piece often enough for API Gateway.
  // It pays for its memory meanwhile.
  needs: { timeoutSeconds: 900, memoryMegabytes: 512 },
  refusals: startRefusals,
  success: { status: 200, body: z.array(StartTask) },
  errors: createAppConversation.errors,
}));

export const listAppConversations = defineEndpoint(() => ({
  ...current,
  id: 'list-app-conversations',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations',
  summary: 'List app conversations, or read several by id',
  description:
    'Without `ids` a page, newest first; with `ids` an array in the order asked for, null for what is not there.',
  query: z.object({ ...conversationFilters, ...paging, ids: idList(ConversationId, 99).optional() }),
  success: { status: 200, body: z.union([page(AppConversation), z.array(AppConversation.nullable())]) },
  errors: ['too_many_ids'],
}));

export const searchAppConversations = defineEndpoint(() => ({
  ...current,
  id: 'search-app-conversations',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations/search',
  summary: 'Search app conversations, newest first',
  query: z.object({ ...conversationFilters, ...paging }),
  success: { status: 200, body: page(AppConversation) },
  errors: [],
}));

export const countAppConversations = defineEndpoint(() => ({
  ...current,
  id: 'count-app-conversations',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations/count',
  summary: 'Count the app conversations that a search would find',
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
  summary: 'Read one app conversation',
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
  summary: 'Delete an app conversation with its sub-conversations',
  description:
    'A sandbox that was created for a conversation is deleted with the last conversation that uses it, and its workspace too. One that was started by itself stays.',
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
  summary: 'Change an app conversation',
  description:
    'Only what is sent changes. A title that was set here stays, whatever title the agent finds; `null` asks the agent for another one: until it comes, the title is the default one.',
  params: byId,
  body: AppConversationUpdate,
  success: { status: 200, body: AppConversation },
  errors: ['not_found'],
}));

export const createConversation = defineEndpoint(() => ({
  ...legacy,
  id: 'create-conversation',
  successor: '/api/v1/app-conversations',
  scope: 'conversations:write',
  method: 'POST',
  path: '/api/conversations',
  summary: 'Create a conversation',
  description: 'Sending a `conversation_id` again joins the existing conversation. Unknown fields are refused.',
  body: CreateConversationRequest,
  idempotent: true,
  success: { status: 200, location: '/api/conversations/{conversation_id}', body: ConversationResponse },
  errors: ['conflict', 'concurrency_limit_exceeded', 'quota_exceeded', 'usage_not_settled'],
}));

export const listConversations = defineEndpoint(() => ({
  ...legacy,
  id: 'list-conversations',
  successor: '/api/v1/app-conversations/search',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/conversations',
  summary: 'List conversations, newest first',
  query: LegacyConversationsQuery,
  success: { status: 200, body: LegacyConversationPage },
  errors: [],
}));

export const getConversation = defineEndpoint(() => ({
  ...legacy,
  id: 'get-conversation',
  successor: '/api/v1/app-conversations/{conversation_id}',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/conversations/{conversation_id}',
  summary: 'Read one conversation; null where there is none',
  params: byLegacyId,
  success: { status: 200, body: LegacyConversation.nullable() },
  errors: ['malformed_request'],
}));

export const deleteConversation = defineEndpoint(() => ({
  ...legacy,
  id: 'delete-conversation',
  successor: '/api/v1/app-conversations/{conversation_id}',
  scope: 'conversations:write',
  method: 'DELETE',
  path: '/api/conversations/{conversation_id}',
  summary: 'Delete a conversation with its sub-conversations',
  description:
    'Answers `true`, or `false` where there is no such conversation. A sandbox that was created for a conversation is deleted with the last one that uses it.',
  params: byLegacyId,
  success: { status: 200, body: z.boolean() },
  errors: ['malformed_request', 'conflict'],
}));

export const updateConversation = defineEndpoint(() => ({
  ...legacy,
  id: 'update-conversation',
  successor: '/api/v1/app-conversations/{conversation_id}',
  scope: 'conversations:write',
  method: 'PATCH',
  path: '/api/conversations/{conversation_id}',
  summary: 'Rename a conversation',
  params: byLegacyId,
  body: z.strictObject({ title: Title.nullable() }).meta({ id: 'UpdateConversationRequest' }),
  success: { status: 200, body: z.literal(true) },
  errors: ['malformed_request', 'not_found'],
}));

export const startConversation = defineEndpoint(() => ({
  ...legacy,
  method: 'POST',
  id: 'start-conversation',
  successor: '/api/v1/app-conversations',
  scope: 'conversations:write',
  path: '/api/conversations/{conversation_id}/start',
  params: byLegacyId,
  summary: 'Resume the sandbox of a conversation, or give it a new one when its own is gone',
  body: z.object({ providers_set: z.array(ProviderType).max(20).nullish() }).meta({ id: 'ProvidersSet' }),
  idempotent: true,
  success: { status: 200, body: ConversationResponse },
  errors: [...absent, 'conflict', 'gone', 'concurrency_limit_exceeded', 'quota_exceeded', 'usage_not_settled'],
}));

export const stopConversation = defineEndpoint(() => ({
  ...legacy,
  method: 'POST',
  id: 'stop-conversation',
  successor: '/api/v1/sandboxes/{sandbox_id}/pause',
  scope: 'conversations:write',
  path: '/api/conversations/{conversation_id}/stop',
  params: byLegacyId,
  summary: 'Pause the sandbox of a conversation',
  description: '`conversation_status` is what it was before. Other conversations in the same sandbox stop with it.',
  idempotent: true,
  success: { status: 200, body: ConversationResponse },
  errors: [...absent, 'conflict'],
}));

export const getConversationConfig = defineEndpoint(() => ({
  ...legacy,
  method: 'GET',
  id: 'get-conversation-config',
  successor: '/api/v1/app-conversations/{conversation_id}',
  scope: 'conversations:read',
  path: '/api/conversations/{conversation_id}/config',
  params: byLegacyId,
  summary: 'Say in which sandbox a conversation is',
  success: { status: 200, body: z.object({ runtime_id: z.string(), session_id: z.string() }) },
  errors: absent,
}));
