import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { StartTaskSortOrder } from '../shapes/enums.ts';
import { ConversationId, DateTime, idList, limit, MakerId, PageId, page, Uuid } from '../shapes/fields.ts';
import { StartTask } from '../shapes/start-task.ts';

const common = {
  area: 'conversations',
  tag: 'start-tasks',
  access: 'key',
  scope: 'conversations:read',
  generation: 'v1',
  method: 'GET',
} as const;

const filters = {
  conversation_id__eq: ConversationId.optional(),
  created_at__gte: DateTime.optional(),
  created_by_user_id__eq: MakerId,
};

export const batchGetStartTasks = defineEndpoint(() => ({
  ...common,
  id: 'batch-get-start-tasks',
  path: '/api/v1/app-conversations/start-tasks',
  summary: 'Get several start tasks by id',
  description:
    'The command line `openhands cloud` gets a start that failed as a 409 with its `detail`, because it prints only the errors of requests.',
  names: { ids: 'start-task' },
  query: z.object({ ids: idList(Uuid, 100) }),
  success: { status: 200, body: z.array(StartTask.nullable()) },
  errors: ['conflict', 'too_many_ids', 'payload_too_large'],
}));

export const countStartTasks = defineEndpoint(() => ({
  ...common,
  id: 'count-start-tasks',
  path: '/api/v1/app-conversations/start-tasks/count',
  summary: 'Count start tasks',
  description:
    'A filtered count examines at most 10,000 start tasks in the requested time range. Beyond that it fails with 422 `too_many_rows`.',
  query: z.object(filters),
  success: { status: 200, body: z.int() },
  errors: ['too_many_rows'],
}));

export const searchStartTasks = defineEndpoint(() => ({
  ...common,
  id: 'search-start-tasks',
  path: '/api/v1/app-conversations/start-tasks/search',
  summary: 'Search start tasks',
  query: z.object({
    ...filters,
    sort_order: StartTaskSortOrder.default('CREATED_AT_DESC'),
    page_id: PageId.optional(),
    limit: limit(100),
  }),
  success: { status: 200, body: page(StartTask) },
  errors: [],
}));
