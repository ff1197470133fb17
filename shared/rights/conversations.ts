import {
  countDeliveries,
  followConversation,
  keepEvents,
  keepUploads,
  listConversations,
  listHomes,
  makeLinks,
  orderWork,
  reachAgent,
  readConversation,
  readHome,
  readShared,
  readUploads,
  showConversations,
  startBackfill,
  startDelivery,
  wakeStarts,
} from './conversation-groups.ts';
import {
  claimRequests,
  claimWarmTasks,
  deriveKeys,
  findOwnSpec,
  forkSandboxes,
  holdSnapshots,
  knowOwnAddress,
  makeAppTokens,
  publishMetrics,
  queueWebhooks,
  readProfileModel,
  readSandbox,
  readSandboxes,
  readStartSettings,
  saveSandbox,
  sealSecrets,
  startSandbox,
  takePlacesToWait,
} from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

/** The first message of another start is queued, unless it repeats that of the latest one. */
const queueFirstMessages = rights({ pendingMessages: ['Query', 'PutItem'], startTasks: ['GetItem'] });

/** A new sandbox can begin from a build of its repository. */
const beginFromPrebuilds = rights(holdSnapshots, { prebuilds: ['Query'] });

/**
 * One transaction writes conversation, start task, sandbox and counts, with the request's secrets sealed. A
 * conversation can join a running sandbox, and start again.
 */
const startConversation = rights(startSandbox, findOwnSpec, claimRequests, sealSecrets, {
  conversations: ['GetItem', 'PutItem', 'UpdateItem'],
  startTasks: ['PutItem', 'UpdateItem'],
  sandboxes: ['UpdateItem'],
  // The visibility of a member's conversation, if the request names none, and the agent that it names.
  settings: ['GetItem'],
});

/** The same with messages, large pictures and recordings, in a warm task or from a build of its repository. */
const createConversation = rights(
  startConversation,
  claimWarmTasks,
  queueFirstMessages,
  keepUploads,
  beginFromPrebuilds,
);

/** Also deletes its sub-conversations, and the sandbox with its last conversation, and updates its parent's list. */
const deleteConversation = rights(readHome, saveSandbox, {
  // The id of a private conversation is kept.
  conversations: ['DeleteItem', 'UpdateItem', 'PutItem'],
  events: ['UpdateItem'],
});

/** Sends a new title to a running agent, or starts a worker that generates one. */
const renameConversation = rights(readSandbox, deriveKeys, startBackfill, { conversations: ['UpdateItem'] });

/** A search looks for a text in the events of conversations. */
const searchTexts = rights({ events: ['timestamp_index', 'BatchGetItem'] });

const readHistory = rights(readConversation, { events: ['timestamp_index', 'BatchGetItem'] });
const countHistory = rights(readConversation, { events: ['timestamp_index', 'GetItem'] });
const readEvents = rights(readConversation, { events: ['BatchGetItem'] });
const readWhole = rights(readHistory, countHistory);
/** One worker at a time serves a sandbox, in one of the places of its owner's workers. */
const workForSandbox = rights(orderWork, { waits: ['UpdateItem'] });

/** Stores a message, and delivers it unless a worker does. */
const sendMessages = rights(reachAgent, claimRequests, startDelivery, startBackfill, keepUploads, readUploads, {
  pendingMessages: ['Query', 'PutItem', 'DeleteItem'],
});

/** Stores a message for the worker. */
const queueMessages = rights(readHome, claimRequests, startDelivery, keepUploads, {
  pendingMessages: ['Query', 'PutItem'],
  startTasks: ['GetItem'],
});

/** All conversations of an owner with their sandboxes and the names of members. */
const listAll = rights(listConversations, readSandboxes, { members: ['joined_index'] });

export const conversationsRights = {
  'list-organization-conversations': listAll,
  'export-organization-conversations': listAll,
  'get-organization-conversation': rights(readHome, { members: ['GetItem'] }),
  'stop-organization-conversation': rights(readHome, saveSandbox, claimRequests),
  'get-organization-stats': rights(listConversations, readSandboxes, { owners: ['GetItem'] }),
  'get-organization-usage-stats': rights(listConversations, { members: ['joined_index'] }),
  'get-organization-user-usage': rights(listConversations, { members: ['joined_index', 'BatchGetItem'] }),
  'create-app-conversation': rights(createConversation, makeLinks),
  'stream-start-app-conversation': rights(createConversation, makeLinks, takePlacesToWait),
  // The event at which the fork begins must be in the history.
  'fork-conversation': rights(startConversation, readHome, forkSandboxes, {
    events: ['BatchGetItem'],
    startTasks: ['GetItem'],
    workers: ['reconcile-snapshot'],
  }),
  'list-app-conversations': rights(readHome, listHomes, showConversations, searchTexts),
  'search-app-conversations': rights(listHomes, showConversations, searchTexts),
  'count-app-conversations': rights(listConversations, readConversation),
  'get-app-conversation': rights(readHome, showConversations, { usage: ['Query'] }),
  'delete-app-conversation': deleteConversation,
  // Its visibility changes together with that of its sandbox.
  'update-app-conversation': rights(renameConversation, readHome, makeLinks, { sandboxes: ['PutItem'] }),
  // A legacy id is not always a UUID. If it is not, the agent gets a UUID that no other conversation can have.
  'create-conversation': rights(createConversation, readUploads, { conversations: ['ConditionCheckItem'] }),
  'list-conversations': rights(listHomes, showConversations),
  'get-conversation': rights(readHome, showConversations),
  'delete-conversation': deleteConversation,
  'update-conversation': renameConversation,
  // A conversation continues in its sandbox, or restarts in a new one.
  'start-conversation': rights(startSandbox, findOwnSpec, claimWarmTasks, readHome, claimRequests, queueFirstMessages, {
    conversations: ['GetItem', 'UpdateItem'],
    startTasks: ['PutItem', 'UpdateItem'],
    // Its sandbox can run without it, for example after a failed start. Then it joins the sandbox again.
    sandboxes: ['UpdateItem'],
  }),
  'stop-conversation': rights(readHome, saveSandbox, claimRequests),
  'get-conversation-config': readConversation,
  'batch-get-start-tasks': rights({ startTasks: ['BatchGetItem'] }),
  'count-start-tasks': rights({ startTasks: ['created_at_index', 'GetItem'] }),
  // A member sees a start task like its conversation.
  'search-start-tasks': rights({
    startTasks: ['created_at_index', 'updated_at_index'],
    conversations: ['BatchGetItem'],
  }),
  'dispatch-start-tasks': rights(queueWebhooks, wakeStarts, publishMetrics, { workers: ['build-prebuild'] }),
  'run-start-task': rights(
    readSandbox,
    readConversation,
    deriveKeys,
    readStartSettings,
    readUploads,
    keepEvents,
    publishMetrics,
    makeAppTokens,
    knowOwnAddress,
    workForSandbox,
    {
      startTasks: ['GetItem', 'PutItem'],
      // A failed start stores its reason in the conversation and its time in the sandbox.
      conversations: ['UpdateItem'],
      sandboxes: ['UpdateItem'],
      // A first message without a known result becomes a pending one.
      pendingMessages: ['Query', 'PutItem'],
      workers: ['deliver-messages'],
    },
  ),
  'queue-message': queueMessages,
  'add-upload-part': keepUploads,
  'list-pending-messages': rights(readHome, { pendingMessages: ['Query'], startTasks: ['GetItem'] }),
  'send-message': sendMessages,
  'post-message': sendMessages,
  'post-event': sendMessages,
  'get-remember-prompt': reachAgent,
  // An agent whose model's key was refused first gets the model of its owner again.
  'deliver-messages': rights(
    reachAgent,
    readProfileModel,
    readSandbox,
    readUploads,
    startBackfill,
    publishMetrics,
    workForSandbox,
    {
      conversations: ['UpdateItem'],
      pendingMessages: ['Query', 'PutItem', 'DeleteItem'],
    },
  ),
  'search-conversation-events': readHistory,
  'count-conversation-events': countHistory,
  'batch-get-conversation-events': readEvents,
  'search-events': readHistory,
  'count-events': countHistory,
  'batch-get-events': readEvents,
  'list-events': readWhole,
  'get-trajectory': readWhole,
  'download-conversation': rights(readWhole, { events: ['UpdateItem'] }),
  'batch-get-shared-conversations': readShared,
  'get-shared-file': rights(readShared, { events: ['GetItem'] }),
  // Copies from a running sandbox, or from what a paused one saved.
  'share-files': rights(readConversation, readSandbox, deriveKeys, {
    disks: ['read-saved'],
    conversations: ['ConditionCheckItem', 'UpdateItem'],
    events: ['PutItem', 'DeleteItem'],
    variables: ['PUBLIC_LINKS'],
  }),
  'search-shared-events': rights(readShared, { events: ['timestamp_index', 'BatchGetItem'] }),
  'count-shared-events': rights(readShared, { events: ['timestamp_index', 'GetItem'] }),
  'batch-get-shared-events': rights(readShared, { events: ['BatchGetItem'] }),
  'get-shared-event': rights(readShared, { events: ['BatchGetItem'] }),
  // Resumed agents get the model that their owner has chosen since. The worker fetches only missing events, under a
  // lease. If an agent has no title, it uses the user's first words.
  'backfill-events': rights(
    publishMetrics,
    readSandbox,
    listConversations,
    deriveKeys,
    followConversation,
    keepEvents,
    readProfileModel,
    countDeliveries,
    workForSandbox,
    {
      events: ['BatchGetItem', 'timestamp_index'],
      // Looks whether a budget has room again.
      owners: ['GetItem'],
      members: ['GetItem'],
      modelCalls: ['GetItem'],
    },
  ),
  'purge-events': rights(deleteConversation, publishMetrics, { events: ['GetItem', 'Query', 'DeleteItem'] }),
} satisfies AreaRights<'conversations'>;
