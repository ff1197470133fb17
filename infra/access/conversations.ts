import type { EndpointId } from '../../shared/contract/index.ts';
import {
  all,
  claimRequests,
  createAppConversation,
  createConversation,
  deleteConversation,
  type Grant,
  listConversations,
  readConversation,
  readConversations,
  readSandboxUsage,
  showSandboxes,
} from './grants.ts';

export const conversationsAccess = {
  'create-conversation': all(createConversation, claimRequests),
  'list-conversations': all(listConversations, showSandboxes),
  'get-conversation': all(readConversation, showSandboxes),
  'delete-conversation': deleteConversation,

  'create-app-conversation': all(createAppConversation, claimRequests),
  'stream-start-app-conversation': all(createAppConversation, claimRequests, (fn, { data }) =>
    data.startTasks.allow(fn, 'GetItem'),
  ),
  'list-app-conversations': all(readConversations, listConversations, showSandboxes),
  'search-app-conversations': all(listConversations, showSandboxes),
  'count-app-conversations': listConversations,
  'get-app-conversation': all(readConversation, showSandboxes, readSandboxUsage),
  'delete-app-conversation': deleteConversation,
  'batch-get-start-tasks': (fn, { data }) => data.startTasks.allow(fn, 'BatchGetItem'),
  'count-start-tasks': (fn, { data }) => data.startTasks.allowQueryOf(fn, 'created_at_index'),
  'search-start-tasks': (fn, { data }) => {
    data.startTasks.allowQueryOf(fn, 'created_at_index');
    data.startTasks.allowQueryOf(fn, 'updated_at_index');
  },
} satisfies Partial<Record<EndpointId, Grant>>;
