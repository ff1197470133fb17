import {
  claimRequests,
  claimWarmTasks,
  deriveKeys,
  followConversation,
  keepEvents,
  knowGitBases,
  listConversations,
  listHomes,
  publishMetrics,
  queueWebhooks,
  reachAgent,
  readConversation,
  readHome,
  readProfileModel,
  readSandbox,
  readSandboxes,
  readStartSettings,
  saveSandbox,
  sealSecrets,
  startBackfill,
  startSandbox,
  takePlacesToWait,
  wakeStarts,
} from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

/**
 * A conversation's answer includes the address of its sandbox and the key to it. Its agent is asked for more, and its
 * title stored.
 */
const showConversations = rights(readSandboxes, deriveKeys, { conversations: ['UpdateItem'] });

/** One transaction writes conversation, start task, sandbox and counts, with the request's secrets sealed. */
const createConversation = rights(startSandbox, claimWarmTasks, claimRequests, sealSecrets, {
  conversations: ['GetItem', 'PutItem', 'UpdateItem'],
  startTasks: ['PutItem', 'UpdateItem'],
});

/** In the current generation it can also join a running sandbox and a parent conversation, and start one again. */
const createAppConversation = rights(createConversation, {
  sandboxes: ['UpdateItem'],
  // A start can name an agent that its owner keeps.
  settings: ['GetItem'],
});

/** Deletes its sub-conversations too, and the sandbox with the last one, and updates the list of its parent. */
const deleteConversation = rights(readHome, saveSandbox, {
  conversations: ['DeleteItem', 'UpdateItem'],
  events: ['UpdateItem'],
});

/** Passes a new title to the agent while it runs, or has a worker ask for one. */
const renameConversation = rights(readSandbox, deriveKeys, startBackfill, { conversations: ['UpdateItem'] });

const readHistory = rights(readConversation, { events: ['timestamp_index', 'BatchGetItem'] });
const countHistory = rights(readConversation, { events: ['timestamp_index', 'GetItem'] });
const readEvents = rights(readConversation, { events: ['BatchGetItem'] });
const readWhole = rights(readHistory, countHistory);
const talkToAgent = rights(reachAgent, claimRequests);

export const conversationsRights = {
  'create-app-conversation': createAppConversation,
  'stream-start-app-conversation': rights(createAppConversation, takePlacesToWait, { startTasks: ['GetItem'] }),
  'list-app-conversations': rights(readHome, listHomes, showConversations),
  'search-app-conversations': rights(listHomes, showConversations),
  'count-app-conversations': rights(listConversations, readConversation),
  'get-app-conversation': rights(readHome, showConversations, { usage: ['Query'] }),
  'delete-app-conversation': deleteConversation,
  'update-app-conversation': renameConversation,
  // In the legacy generation its id can be no UUID, and its agent knows it by one that no other can have.
  'create-conversation': rights(createConversation, { conversations: ['ConditionCheckItem'] }),
  'list-conversations': rights(listHomes, showConversations),
  'get-conversation': rights(readHome, showConversations),
  'delete-conversation': deleteConversation,
  'update-conversation': renameConversation,
  // A conversation goes on in its sandbox, or begins anew in another one.
  'start-conversation': rights(startSandbox, claimWarmTasks, readHome, claimRequests, {
    conversations: ['GetItem', 'UpdateItem'],
    startTasks: ['PutItem', 'UpdateItem'],
    // Its sandbox can run without it, as after a start that failed: then it joins it again.
    sandboxes: ['UpdateItem'],
  }),
  'stop-conversation': rights(readHome, saveSandbox, claimRequests),
  'get-conversation-config': readConversation,
  'batch-get-start-tasks': rights({ startTasks: ['BatchGetItem'] }),
  'count-start-tasks': rights({ startTasks: ['created_at_index', 'GetItem'] }),
  'search-start-tasks': rights({ startTasks: ['created_at_index', 'updated_at_index'] }),
  'dispatch-start-tasks': rights(queueWebhooks, wakeStarts),
  'run-start-task': rights(
    readSandbox,
    readConversation,
    deriveKeys,
    readStartSettings,
    keepEvents,
    publishMetrics,
    knowGitBases,
    {
      startTasks: ['GetItem', 'PutItem'],
      // The conversation of a start that failed gets the reason, its sandbox the time.
      conversations: ['UpdateItem'],
      sandboxes: ['UpdateItem'],
      pendingMessages: ['Query'],
      workers: ['deliver-messages'],
    },
  ),
  // A message waits until the start is over; without one, the worker delivers it at once.
  'queue-message': rights(readHome, claimRequests, {
    pendingMessages: ['Query', 'PutItem'],
    startTasks: ['GetItem', 'created_at_index'],
    workers: ['deliver-messages'],
  }),
  'send-message': talkToAgent,
  'post-message': talkToAgent,
  'post-event': talkToAgent,
  'get-remember-prompt': reachAgent,
  'deliver-messages': rights(reachAgent, { pendingMessages: ['Query', 'PutItem', 'DeleteItem'] }),
  'search-conversation-events': readHistory,
  'count-conversation-events': countHistory,
  'batch-get-conversation-events': readEvents,
  'search-events': readHistory,
  'count-events': countHistory,
  'batch-get-events': readEvents,
  'list-events': readWhole,
  'get-trajectory': readWhole,
  'download-conversation': rights(readWhole, { events: ['UpdateItem'] }),
  // Agents that run again get the model that their owner chose meanwhile. The worker fetches only events that are
  // missing, under a lease. Where an agent has no title, it takes the first words of the user.
  'backfill-events': rights(
    readSandbox,
    listConversations,
    deriveKeys,
    followConversation,
    keepEvents,
    readProfileModel,
    {
      events: ['BatchGetItem', 'timestamp_index'],
    },
  ),
  'purge-events': rights({ events: ['GetItem', 'Query', 'DeleteItem'] }),
} satisfies AreaRights<'conversations'>;
