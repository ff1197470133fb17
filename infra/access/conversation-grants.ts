import { all } from './grants.ts';
import type { Grant } from './resources.ts';
import { claimWarmTasks, deriveKeys, readSandbox, readSandboxes, saveSandbox, startSandbox } from './sandbox-grants.ts';

export const readConversation: Grant = (fn, { data }) => data.conversations.allow(fn, 'GetItem');
export const readConversations: Grant = (fn, { data }) => data.conversations.allow(fn, 'BatchGetItem');
export const listConversations: Grant = (fn, { data }) => data.conversations.allowQueryOf(fn, 'created_at_index');

/** A conversation with its sandbox, by their keys. */
export const readHome = all(readConversations, readSandboxes);

/** A page of conversations is read with the sandboxes of its age, which are the last by their ids. */
export const listHomes = all(listConversations, (fn, { data }) => data.sandboxes.allow(fn, 'Query'));

/** A conversation takes over what its agent reports. */
export const followConversation: Grant = (fn, { data }) => data.conversations.allow(fn, 'GetItem', 'UpdateItem');

/** The rows of events and their count change together. */
export const keepEvents: Grant = (fn, { data }) => data.events.allow(fn, 'GetItem', 'PutItem', 'UpdateItem');

/** The worker that fetches what an agent did not deliver, and titles. */
export const startBackfill: Grant = (fn, { allowInvoke }) => allowInvoke(fn, 'backfill-events');

/** The worker of each start that waits for a sandbox. */
export const wakeStarts: Grant = (fn, { data, allowInvoke }) => {
  data.startTasks.allowQueryOf(fn, 'sandbox_index');
  allowInvoke(fn, 'run-start-task');
};

/** What agents report of their conversations. The operation itself checks the key of their sandbox. */
export const takeHooks = all(readSandbox, deriveKeys, followConversation, (fn, { data }) => {
  // The operation records a conversation that began on the agent server, unless its owner deleted it here.
  data.conversations.allow(fn, 'PutItem', 'ConditionCheckItem');
  data.sandboxes.allow(fn, 'UpdateItem');
  data.events.allow(fn, 'ConditionCheckItem');
});

/** The same with their events. */
export const takeDeliveries = all(takeHooks, keepEvents);

/**
 * A conversation's answer includes the address of its sandbox and the key to it. Its agent is asked for more, and its
 * title stored.
 */
export const showConversations = all(readSandboxes, deriveKeys, (fn, { data }) => {
  data.conversations.allow(fn, 'UpdateItem');
});

/** Rows and their owner's counts of them change together. */
const countStarts: Grant = (fn, { data }) => {
  data.conversations.allow(fn, 'UpdateItem');
  data.startTasks.allow(fn, 'UpdateItem');
};

/** One transaction writes conversation, start task and sandbox, with the request's secrets sealed. */
const createConversation = all(startSandbox, claimWarmTasks, (fn, resources) => {
  const { data } = resources;
  data.conversations.allow(fn, 'GetItem', 'PutItem');
  data.startTasks.allow(fn, 'PutItem');
  countStarts(fn, resources);
  data.vaultKey.allowSeal(fn);
});

/** In the legacy generation its id may be no UUID, and its agent knows it by one that no other may have. */
export const createLegacyConversation = all(createConversation, (fn, { data }) => {
  data.conversations.allow(fn, 'ConditionCheckItem');
});

/** In the current generation it may also join a running sandbox and a parent conversation, and start one again. */
export const createAppConversation = all(createConversation, (fn, { data }) => {
  data.sandboxes.allow(fn, 'UpdateItem');
  // A start may name an agent that its owner keeps.
  data.settings.allow(fn, 'GetItem');
});

/** Deletes its sub-conversations too, and the sandbox with the last one, and updates the list of its parent. */
export const deleteConversation = all(readHome, saveSandbox, (fn, { data }) => {
  data.conversations.allow(fn, 'DeleteItem', 'UpdateItem');
  data.events.allow(fn, 'UpdateItem');
});

/** Talking to the agent of a conversation: where it is, and the key to it. */
export const reachAgent = all(readHome, deriveKeys);

/** The operation passes a new title to the agent while it runs, or has a worker ask for one. */
export const renameConversation = all(readSandbox, deriveKeys, startBackfill, (fn, { data }) => {
  data.conversations.allow(fn, 'UpdateItem');
});

/** A conversation goes on in its sandbox, or begins anew in another one. */
export const resumeConversation = all(startSandbox, claimWarmTasks, (fn, { data }) => {
  data.conversations.allow(fn, 'GetItem', 'UpdateItem');
  data.startTasks.allow(fn, 'PutItem', 'UpdateItem');
});

/** A message waits until the start is over; without one, the worker delivers it at once. */
export const queueMessage: Grant = (fn, { data, allowInvoke }) => {
  data.pendingMessages.allow(fn, 'Query', 'PutItem');
  data.startTasks.allow(fn, 'GetItem');
  data.startTasks.allowQueryOf(fn, 'created_at_index');
  allowInvoke(fn, 'deliver-messages');
};
