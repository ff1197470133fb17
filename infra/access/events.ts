import type { AreaGrants } from './area-grants.ts';
import { followConversation, keepEvents, listConversations, readConversation } from './conversation-grants.ts';
import { all, readProfileModel } from './grants.ts';
import type { Grant } from './resources.ts';
import { deriveKeys, readSandbox } from './sandbox-grants.ts';

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

export const eventsAccess = {
  'search-conversation-events': search,
  'count-conversation-events': count,
  'batch-get-conversation-events': readSeveral,
  'search-events': search,
  'count-events': count,
  'batch-get-events': readSeveral,
  'list-events': readWhole,
  'get-trajectory': readWhole,
  'download-conversation': all(readWhole, (fn, { data }) => data.events.allow(fn, 'UpdateItem')),
  'backfill-events': all(
    readSandbox,
    listConversations,
    deriveKeys,
    followConversation,
    keepEvents,
    // Agents that run again are told which model their owner chose meanwhile.
    readProfileModel,
    (fn, { data }) => {
      // The worker fetches only events that are missing, under a lease.
      data.events.allow(fn, 'BatchGetItem');
    },
  ),
  'purge-events': (fn, { data }) => data.events.allow(fn, 'GetItem', 'Query', 'DeleteItem'),
} satisfies AreaGrants;
