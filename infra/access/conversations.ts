import type { AreaGrants } from './area-grants.ts';
import {
  createAppConversation,
  createLegacyConversation,
  deleteConversation,
  listConversations,
  listHomes,
  readConversation,
  readConversations,
  readHome,
  renameConversation,
  resumeConversation,
  showConversations,
} from './conversation-grants.ts';
import { all, claimRequests } from './grants.ts';
import { readSandboxUsage, saveSandbox, takePlacesToWait } from './sandbox-grants.ts';

export const conversationsAccess = {
  'create-app-conversation': all(createAppConversation, claimRequests),
  'stream-start-app-conversation': all(createAppConversation, claimRequests, takePlacesToWait, (fn, { data }) =>
    data.startTasks.allow(fn, 'GetItem'),
  ),
  'list-app-conversations': all(readConversations, listHomes, showConversations),
  'search-app-conversations': all(listHomes, showConversations),
  'count-app-conversations': all(listConversations, (fn, { data }) => data.conversations.allow(fn, 'GetItem')),
  'get-app-conversation': all(readHome, showConversations, readSandboxUsage),
  'delete-app-conversation': deleteConversation,
  'update-app-conversation': renameConversation,
  'create-conversation': all(createLegacyConversation, claimRequests),
  'list-conversations': all(listHomes, showConversations),
  'get-conversation': all(readHome, showConversations),
  'delete-conversation': deleteConversation,
  'update-conversation': renameConversation,
  'start-conversation': all(resumeConversation, readHome, claimRequests),
  'stop-conversation': all(readHome, saveSandbox, claimRequests),
  'get-conversation-config': readConversation,
} satisfies AreaGrants;
