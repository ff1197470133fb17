import type { AreaGrants } from './area-grants.ts';
import { all, takeDeliveries, takeHooks } from './grants.ts';

const takeConversation = all(takeHooks, (fn, { allowInvoke }) => allowInvoke(fn, 'backfill-events'));

export const webhooksAccess = {
  'receive-conversation': takeConversation,
  'receive-events': takeDeliveries,
  'receive-sandbox-conversation': takeConversation,
  'receive-sandbox-events': takeDeliveries,
} satisfies AreaGrants<'webhooks'>;
