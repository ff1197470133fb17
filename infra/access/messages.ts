import type { AreaGrants } from './area-grants.ts';
import { queueMessage, reachAgent, readHome } from './conversation-grants.ts';
import { all, claimRequests } from './grants.ts';

export const messagesAccess = {
  'queue-message': all(readHome, queueMessage, claimRequests),
  'send-message': all(reachAgent, claimRequests),
  'post-message': all(reachAgent, claimRequests),
  'post-event': all(reachAgent, claimRequests),
  'get-remember-prompt': reachAgent,
  'deliver-messages': all(reachAgent, (fn, { data }) => {
    data.pendingMessages.allow(fn, 'Query', 'PutItem', 'DeleteItem');
  }),
} satisfies AreaGrants;
