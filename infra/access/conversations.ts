import type { AreaGrants } from './area-grants.ts';
import {
  all,
  changeSandbox,
  claimRequests,
  createAppConversation,
  createConversation,
  deleteConversation,
  listConversations,
  readConversation,
  readConversations,
  readSandboxUsage,
  renameConversation,
  resumeConversation,
  showConversations,
  takePlacesToWait,
} from './grants.ts';

export const conversationsAccess = {
  'create-app-conversation': all(createAppConversation, claimRequests),
  'stream-start-app-conversation': all(createAppConversation, claimRequests, takePlacesToWait, (fn, { data }) =>
    data.startTasks.allow(fn, 'GetItem'),
  ),
  'list-app-conversations': all(readConversations, listConversations, showConversations),
  'search-app-conversations': all(listConversations, showConversations),
  // The counts of an owner from before they were kept are made from all rows, once.
  'count-app-conversations': all(listConversations, (fn, { data }) =>
    data.conversations.allow(fn, 'GetItem', 'Query', 'UpdateItem'),
  ),
  'get-app-conversation': all(readConversation, showConversations, readSandboxUsage),
  'delete-app-conversation': deleteConversation,
  'update-app-conversation': all(renameConversation, showConversations),
  'create-conversation': all(createConversation, claimRequests),
  'list-conversations': all(listConversations, showConversations),
  'get-conversation': all(readConversation, showConversations),
  'delete-conversation': deleteConversation,
  'update-conversation': renameConversation,
  'start-conversation': all(resumeConversation, claimRequests),
  'stop-conversation': all(readConversation, changeSandbox, claimRequests),
  'get-conversation-config': readConversation,
} satisfies AreaGrants<'conversations'>;
