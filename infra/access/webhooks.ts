import type { AreaGrants } from './area-grants.ts';
import { all, startBackfill, takeDeliveries, takeHooks } from './grants.ts';

const takeConversation = all(takeHooks, startBackfill);

const takeEvents = all(takeDeliveries, startBackfill);

export const webhooksAccess = {
  'receive-conversation': takeConversation,
  'receive-events': takeEvents,
  'receive-sandbox-conversation': takeConversation,
  'receive-sandbox-events': takeEvents,
} satisfies AreaGrants<'webhooks'>;
