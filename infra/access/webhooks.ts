import type { AreaGrants } from './area-grants.ts';
import { startBackfill, takeDeliveries, takeHooks } from './conversation-grants.ts';
import { all } from './grants.ts';

const takeConversation = all(takeHooks, startBackfill);

const takeEvents = all(takeDeliveries, startBackfill);

export const webhooksAccess = {
  'receive-conversation': takeConversation,
  'receive-events': takeEvents,
  'receive-sandbox-conversation': takeConversation,
  'receive-sandbox-events': takeEvents,
} satisfies AreaGrants;
