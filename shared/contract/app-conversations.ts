import * as z from 'zod';
import { defineEndpoint } from '../http/endpoint.ts';
import {
  ConversationTrigger,
  ExecutionStatus,
  ProviderType,
  SandboxStatus,
  StartTaskSortOrder,
  StartTaskStatus,
} from './enums.ts';
import {
  ConversationId,
  DateTime,
  idList,
  limit,
  PageId,
  page,
  QueryBoolean,
  SandboxId,
  Success,
  Timestamp,
  Uuid,
} from './fields.ts';
import { StartRequest } from './start-request.ts';

export const AppConversation = z
  .object({
    id: z.string(),
    created_by_user_id: z.string().nullable(),
    sandbox_id: z.string(),
    selected_repository: z.string().nullable(),
    selected_branch: z.string().nullable(),
    git_provider: ProviderType.nullable(),
    title: z.string().nullable(),
    trigger: ConversationTrigger.nullable(),
    pr_number: z.array(z.int()),
    llm_model: z.string().nullable(),
    metrics: z.record(z.string(), z.unknown()).nullable(),
    parent_conversation_id: z.string().nullable(),
    sub_conversation_ids: z.array(z.string()),
    created_at: Timestamp,
    updated_at: Timestamp,
    sandbox_status: SandboxStatus,
    execution_status: ExecutionStatus.nullable(),
    conversation_url: z.string().nullable(),
    session_api_key: z.string().nullable(),
    agent_kind: z.string(),
    public: z.boolean().nullable(),
    tags: z.record(z.string(), z.string()),
    acp_server: z.string().nullable(),
    launched_agent_profile: z.object({ agent_profile_id: z.string(), revision: z.int().nullable() }).nullable(),
  })
  .meta({ id: 'AppConversation' });

export const StartTask = z
  .object({
    id: z.string(),
    created_by_user_id: z.string().nullable(),
    status: StartTaskStatus,
    detail: z.string().nullable(),
    app_conversation_id: z.string().nullable(),
    sandbox_id: z.string().nullable(),
    agent_server_url: z.string().nullable(),
    request: z.record(z.string(), z.unknown()),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'AppConversationStartTask' });

const filters = {
  title__contains: z.string().max(200).optional(),
  created_at__gte: DateTime.optional(),
  created_at__lt: DateTime.optional(),
  updated_at__gte: DateTime.optional(),
  updated_at__lt: DateTime.optional(),
  sandbox_id__eq: SandboxId.optional(),
  include_sub_conversations: QueryBoolean.default(false),
};

const paging = { page_id: PageId.optional(), limit: limit(100) };

const common = { area: 'app-conversations', access: 'key', generation: 'v1' } as const;

export const createAppConversation = defineEndpoint({
  ...common,
  id: 'create-app-conversation',
  scope: 'conversations:write',
  method: 'POST',
  path: '/api/v1/app-conversations',
  summary: 'Start an app conversation',
  description: 'Answers at once with the start task; poll it until READY or ERROR. Unknown fields are ignored.',
  query: z.object({ on_limit: z.enum(['reject', 'pause_oldest']).default('reject') }),
  body: StartRequest,
  idempotent: true,
  success: { status: 200, body: StartTask },
  errors: ['not_found', 'conflict', 'gone', 'concurrency_limit_exceeded', 'quota_exceeded'],
});

export const streamStartAppConversation = defineEndpoint({
  ...common,
  id: 'stream-start-app-conversation',
  scope: 'conversations:write',
  method: 'POST',
  path: '/api/v1/app-conversations/stream-start',
  summary: 'Start an app conversation and follow it',
  description:
    'The same start, answered by one JSON array that grows by an element whenever the status changes and ends with READY or ERROR. A start that takes longer than the answer may goes on: the array ends before, and the task can be polled.',
  query: createAppConversation.query,
  body: StartRequest,
  stream: true,
  idempotent: true,
  success: { status: 200, body: z.array(StartTask) },
  errors: createAppConversation.errors,
});

export const listAppConversations = defineEndpoint({
  ...common,
  id: 'list-app-conversations',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations',
  summary: 'List app conversations, or read several by id',
  description:
    'Without `ids` a page, newest first; with `ids` an array in the order asked for, null for what is not there.',
  query: z.object({ ...filters, ...paging, ids: idList(ConversationId, 99).optional() }),
  success: { status: 200, body: z.union([page(AppConversation), z.array(AppConversation.nullable())]) },
  errors: ['too_many_ids'],
});

export const searchAppConversations = defineEndpoint({
  ...common,
  id: 'search-app-conversations',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations/search',
  summary: 'Search app conversations, newest first',
  query: z.object({ ...filters, ...paging }),
  success: { status: 200, body: page(AppConversation) },
  errors: [],
});

export const countAppConversations = defineEndpoint({
  ...common,
  id: 'count-app-conversations',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations/count',
  summary: 'Count the app conversations that a search would find',
  query: z.object(filters),
  success: { status: 200, body: z.int() },
  errors: [],
});

export const getAppConversation = defineEndpoint({
  ...common,
  id: 'get-app-conversation',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations/{conversation_id}',
  summary: 'Read one app conversation',
  params: z.object({ conversation_id: ConversationId }),
  success: { status: 200, body: AppConversation },
  errors: ['not_found'],
});

export const deleteAppConversation = defineEndpoint({
  ...common,
  id: 'delete-app-conversation',
  scope: 'conversations:write',
  method: 'DELETE',
  path: '/api/v1/app-conversations/{conversation_id}',
  summary: 'Delete an app conversation with its sub-conversations',
  description:
    'A sandbox that was created for a conversation is deleted with the last conversation that uses it, and its workspace too. One that was started by itself stays.',
  params: z.object({ conversation_id: ConversationId }),
  success: { status: 200, body: Success },
  errors: ['not_found', 'conflict'],
});

export const batchGetStartTasks = defineEndpoint({
  ...common,
  id: 'batch-get-start-tasks',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations/start-tasks',
  summary: 'Read several start tasks by id',
  query: z.object({ ids: idList(Uuid, 100) }),
  success: { status: 200, body: z.array(StartTask.nullable()) },
  errors: ['too_many_ids'],
});

const startTaskFilters = {
  conversation_id__eq: ConversationId.optional(),
  created_at__gte: DateTime.optional(),
};

export const countStartTasks = defineEndpoint({
  ...common,
  id: 'count-start-tasks',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations/start-tasks/count',
  summary: 'Count the start tasks that a search would find',
  query: z.object(startTaskFilters),
  success: { status: 200, body: z.int() },
  errors: [],
});

export const searchStartTasks = defineEndpoint({
  ...common,
  id: 'search-start-tasks',
  scope: 'conversations:read',
  method: 'GET',
  path: '/api/v1/app-conversations/start-tasks/search',
  summary: 'Search start tasks',
  query: z.object({
    ...startTaskFilters,
    sort_order: StartTaskSortOrder.default('CREATED_AT_DESC'),
    ...paging,
  }),
  success: { status: 200, body: page(StartTask) },
  errors: [],
});
