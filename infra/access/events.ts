import type { EndpointId } from '../../shared/contract/index.ts';
import {
  all,
  deriveKeys,
  followConversation,
  type Grant,
  keepEvents,
  readConversation,
  readSandbox,
} from './grants.ts';

const readHistory: Grant = (fn, { data }) => {
  data.events.allowQueryOf(fn, 'timestamp_index');
  data.events.allow(fn, 'BatchGetItem');
};
const countHistory: Grant = (fn, { data }) => {
  data.events.allowQueryOf(fn, 'timestamp_index');
  data.events.allow(fn, 'GetItem');
};
const readEvents: Grant = (fn, { data }) => data.events.allow(fn, 'BatchGetItem');

const search = all(readConversation, readHistory);
const count = all(readConversation, countHistory);
const readSeveral = all(readConversation, readEvents);
const readWhole = all(search, (fn, { data }) => data.events.allow(fn, 'GetItem'));

/** Agents call with the key of their sandbox, which is looked at here. */
const takeHook = all(readSandbox, deriveKeys, followConversation, (fn, { data }) => {
  // An agent knows conversations whose id is no UUID by another one. The index of those may be a moment late.
  data.conversations.allowQueryOf(fn, 'agent_index');
  data.conversations.allow(fn, 'Query');
  // A conversation that was started on the agent server comes to be with its place in its sandbox, unless it was deleted here.
  data.conversations.allow(fn, 'PutItem');
  data.sandboxes.allow(fn, 'UpdateItem');
  data.events.allow(fn, 'ConditionCheckItem');
});

const takeConversation = all(takeHook, (fn, { allowInvoke }) => allowInvoke(fn, 'backfill-events'));
const takeEvents = all(takeHook, keepEvents);

export const eventsAccess = {
  'receive-conversation': takeConversation,
  'receive-sandbox-conversation': takeConversation,
  'receive-events': takeEvents,
  'receive-sandbox-events': takeEvents,

  'search-conversation-events': search,
  'search-events': search,
  'count-conversation-events': count,
  'count-events': count,
  'batch-get-conversation-events': readSeveral,
  'batch-get-events': readSeveral,
  'list-events': readWhole,
  'get-trajectory': readWhole,
  'download-conversation': all(readWhole, (fn, { data }) => data.events.allow(fn, 'UpdateItem')),
} satisfies Partial<Record<EndpointId, Grant>>;
