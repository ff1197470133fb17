import { deriveKeys, readSandbox, readSandboxes } from './groups.ts';
import { rights } from './statement.ts';

/** Large pictures and recordings are kept apart from the rows that refer to them. */
const findUploads = rights({ uploads: ['GetItem'] });
export const keepUploads = rights(findUploads, { uploads: ['PutItem', 'UpdateItem'] });
export const readUploads = rights(findUploads, { uploads: ['BatchGetItem'] });

export const readConversation = rights({ conversations: ['GetItem'] });
export const listConversations = rights({ conversations: ['created_at_index'] });

/** A conversation with its sandbox. */
export const readHome = rights(readSandboxes, { conversations: ['BatchGetItem'] });

/** Calls the agent of a conversation with its session key. */
export const reachAgent = rights(readHome, deriveKeys);

/**
 * The response for a conversation includes the URLs of its sandbox and its session key. Missing fields are read from
 * its agent, and its title is stored.
 */
export const showConversations = rights(readSandboxes, deriveKeys, { conversations: ['UpdateItem'] });

/** A page of conversations is read together with the newest sandboxes of that time. */
export const listHomes = rights(listConversations, { sandboxes: ['Query'] });

/** Reads a public conversation for someone without a key, and counts the reads of their address. */
export const readShared = rights(readHome, {
  conversations: ['share_index'],
  deviceCodes: ['UpdateItem'],
  // A suspended owner shows nothing.
  owners: ['GetItem'],
  variables: ['PUBLIC_LINKS'],
});

/** Gives conversations public links, where the operator allows them. */
export const makeLinks = rights({ variables: ['PUBLIC_LINKS'] });

/** Updates a conversation from its agent's reports. */
export const followConversation = rights({ conversations: ['GetItem', 'UpdateItem'] });

/** Events and their count change together. */
export const keepEvents = rights({ events: ['GetItem', 'PutItem', 'UpdateItem'] });

/** Limits what a sandbox and its owner deliver. */
export const countDeliveries = rights({ apiCalls: ['UpdateItem'], variables: ['DELIVERY_LIMITS'] });

/** Orders work from the agent of a sandbox, or takes it: one worker at a time serves a sandbox. */
export const orderWork = rights({ waits: ['GetItem', 'PutItem'] });

/** The worker that fetches undelivered events and titles from agents. */
export const startBackfill = rights(orderWork, { workers: ['backfill-events'] });

/** The worker that delivers messages to agents. */
export const startDelivery = rights(orderWork, { workers: ['deliver-messages'] });

/** Wakes the worker of each start that waits for a sandbox. */
export const wakeStarts = rights({ startTasks: ['sandbox_index'], workers: ['run-start-task'] });

/**
 * Agents' reports about their conversations. The operation verifies the key of their sandbox. It records a conversation
 * that began on the agent server, unless its owner deleted it here.
 */
export const takeHooks = rights(readSandbox, followConversation, countDeliveries, {
  conversations: ['PutItem', 'ConditionCheckItem'],
  sandboxes: ['UpdateItem'],
  events: ['GetItem', 'ConditionCheckItem'],
});

/** The same with their events. */
export const takeDeliveries = rights(takeHooks, keepEvents);
