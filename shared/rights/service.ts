import { listConversations, showConversations } from './conversation-groups.ts';
import { knowOwnAddress, listKeys, nothing, readUsage } from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

/** What web clients display about the deployment. */
const present = rights({ variables: ['WEB_CLIENT'] });

export const serviceRights = {
  'get-alive': nothing,
  'get-health': nothing,
  'get-ready': rights({ owners: ['GetItem'] }),
  'get-server-info': rights({ variables: ['STAGE'] }),
  'get-openapi': knowOwnAddress,
  'get-migration-guide': nothing,
  'get-options-config': present,
  'get-web-client-config': rights(present, { variables: ['OIDC'] }),
  'get-saas': present,
  'list-announcements': rights({ operations: ['Query'] }),
  'create-announcement': rights({ operations: ['Query', 'PutItem'] }),
  'delete-announcement': rights({ operations: ['DeleteItem'] }),
  'get-operator-overview': rights({ operations: ['GetItem', 'Query'] }),
  'get-overview': rights(readUsage, listKeys, listConversations, showConversations, {
    sandboxes: ['created_at_index'],
    conversations: ['BatchGetItem'],
    startTasks: ['created_at_index'],
    apiCalls: ['Query'],
    owners: ['GetItem'],
    variables: ['SANDBOX_LIMIT', 'VCPU_LIMIT'],
  }),
} satisfies AreaRights<'service'>;
