import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { Title } from '../shapes/app-conversation.ts';
import { ProviderType } from '../shapes/enums.ts';
import { LegacyConversationId } from '../shapes/fields.ts';
import {
  ConversationResponse,
  CreateConversationRequest,
  LegacyConversation,
  LegacyConversationPage,
  LegacyConversationsQuery,
} from '../shapes/legacy-conversation.ts';
import { mcpRefusals } from '../shapes/mcp-config.ts';
import { MAX_CONTENT_BYTES } from '../shapes/pictures.ts';
import { admissionErrors, startErrors } from '../shapes/start-errors.ts';

const legacy = { area: 'conversations', tag: 'legacy-conversations', access: 'key', generation: 'legacy' } as const;

const byLegacyId = z.object({ conversation_id: LegacyConversationId });

/** The errors of legacy endpoints for a malformed or unknown id. */
const absent = ['malformed_request', 'not_found'] as const;

export const createConversation = defineEndpoint(() => ({
  ...legacy,
  id: 'create-conversation',
  successor: '/api/v1/app-conversations',
  scope: 'conversations:write',
  method: 'POST',
  path: '/api/conversations',
  summary: 'Create a conversation',
  description:
    'Sending an existing `conversation_id` joins that conversation, which keeps its settings; a new message is queued for it. Unknown fields are refused.',
  names: { conversation_id: 'new-conversation' },
  body: CreateConversationRequest,
  maxBodyBytes: MAX_CONTENT_BYTES,
  idempotent: true,
  refusals: mcpRefusals,
  success: { status: 200, location: '/api/conversations/{conversation_id}', body: ConversationResponse },
  errors: startErrors,
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
  summary: 'Get a conversation',
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
  summary: 'Delete a conversation and its sub-conversations',
  description:
    'Returns `true`, or `false` if the conversation does not exist. Deletes the sandbox too, if it was created for a conversation and no other conversation uses it.',
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
  summary: "Resume a conversation's sandbox",
  body: z.object({ providers_set: z.array(ProviderType).max(20).nullish() }).meta({ id: 'ProvidersSet' }),
  idempotent: true,
  success: { status: 200, body: ConversationResponse },
  errors: [...absent, 'conflict', 'gone', ...admissionErrors],
}));

export const stopConversation = defineEndpoint(() => ({
  ...legacy,
  method: 'POST',
  id: 'stop-conversation',
  successor: '/api/v1/sandboxes/{sandbox_id}/pause',
  scope: 'conversations:write',
  path: '/api/conversations/{conversation_id}/stop',
  params: byLegacyId,
  summary: "Pause a conversation's sandbox",
  description: 'Returns the `conversation_status` from before the pause. All conversations in the sandbox stop.',
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
  summary: "Get a conversation's sandbox",
  success: { status: 200, body: z.object({ runtime_id: z.string(), session_id: z.string() }) },
  errors: absent,
}));
