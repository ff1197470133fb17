import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { StartTaskSortOrder } from '../shapes/enums.ts';
import { ConversationId, DateTime, idList, limit, PageId, page, Uuid } from '../shapes/fields.ts';
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
};

export const batchGetStartTasks = defineEndpoint(() => ({
  ...common,
  id: 'batch-get-start-tasks',
  path: '/api/v1/app-conversations/start-tasks',
  summary: 'Read several start tasks by id',
  query: z.object({ ids: idList(Uuid, 100) }),
  success: { status: 200, body: z.array(StartTask.nullable()) },
  errors: ['too_many_ids'],
}));

export const countStartTasks = defineEndpoint(() => ({
  ...common,
  id: 'count-start-tasks',
  path: '/api/v1/app-conversations/start-tasks/count',
  summary: 'Count the start tasks that a search would find',
  description:
    'With a filter, a count looks at 10000 start tasks of the time asked for at most: of more it is a 422 `too_many_rows`.',
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
