import type { AreaGrants } from './area-grants.ts';
import { all, deriveKeys, followConversation, keepEvents, readSandbox } from './grants.ts';

/** Agents call with the key of their sandbox, which the operation itself checks. */
const takeHook = all(readSandbox, deriveKeys, followConversation, (fn, { data }) => {
  // An agent gives a conversation whose id is no UUID another id. The index of those may be a moment late.
  data.conversations.allowQueryOf(fn, 'agent_index');
  data.conversations.allow(fn, 'Query');
  // The operation records a conversation that began on the agent server, unless its owner deleted it here.
  data.conversations.allow(fn, 'PutItem');
  data.sandboxes.allow(fn, 'UpdateItem');
  data.events.allow(fn, 'ConditionCheckItem');
});

const takeConversation = all(takeHook, (fn, { allowInvoke }) => allowInvoke(fn, 'backfill-events'));

const takeEvents = all(takeHook, keepEvents);

export const webhooksAccess = {
  'receive-conversation': takeConversation,
  'receive-events': takeEvents,
  'receive-sandbox-conversation': takeConversation,
  'receive-sandbox-events': takeEvents,
} satisfies AreaGrants<'webhooks'>;
