import { describe } from 'vitest';
import type { Conversation } from '../../../shared/domain/conversations/record/conversation.ts';
import type { Uploads } from '../../../shared/domain/conversations/uploads/uploads.ts';
import { eventStoreSuite } from '../../support/conversations/events/event-store.suite.ts';
import { MemoryEventStore } from '../../support/conversations/events/memory-event-store.ts';
import { MemoryPendingMessages } from '../../support/conversations/messages/memory-pending-messages.ts';
import { pendingMessagesSuite } from '../../support/conversations/messages/pending-messages.suite.ts';
import {
  conversationDeletionsSuite,
  conversationHomesSuite,
  conversationStoreSuite,
  conversationUpdatesSuite,
  followedConversationsSuite,
} from '../../support/conversations/record/conversation-stores.suite.ts';
import { MemoryStartTaskStore } from '../../support/conversations/start/memory-start-task-store.ts';
import {
  conversationStartsSuite,
  endedStartsSuite,
  startTaskStoreSuite,
} from '../../support/conversations/start/start-stores.suite.ts';
import { MemoryUploads } from '../../support/conversations/uploads/memory-uploads.ts';
import { uploadsSuite } from '../../support/conversations/uploads/uploads.suite.ts';
import { claimStoreSuite } from '../../support/http/claim-store.suite.ts';
import { MemoryClaimStore } from '../../support/http/memory-claim-store.ts';
import { checkParts, writeParts } from '../../support/platform/memory-parts.ts';
import { vaultSuite } from '../../support/platform/vault.suite.ts';
import { MemorySandboxStore } from '../../support/sandboxes/memory-sandbox-store.ts';
import { MemoryWarmTasks } from '../../support/sandboxes/memory-stores.ts';
import { sandboxRecordsSuite, sandboxStoreSuite } from '../../support/sandboxes/sandbox-store.suite.ts';
import { warmTasksSuite } from '../../support/sandboxes/stores.suite.ts';
import { serviceDeps } from '../../support/service-deps.ts';
import { MemorySecretStore } from '../../support/settings/memory-secret-store.ts';
import { MemorySettingsStore } from '../../support/settings/memory-settings-store.ts';
import { secretStoreSuite } from '../../support/settings/secret-store.suite.ts';
import { settingsStoreSuite } from '../../support/settings/settings-store.suite.ts';

const deps = serviceDeps();
const secrets = new MemorySecretStore();
const settings = new MemorySettingsStore();
const stores = () => ({
  ...deps,
  store: deps.conversations,
  add: async (conversation: Conversation) => deps.conversations.put(conversation),
});

describe('conversations in memory', () => conversationStoreSuite(stores));
describe('conversations with their sandboxes in memory', () => conversationHomesSuite(stores));
describe('conversation starts in memory', () => conversationStartsSuite(stores));
describe('conversation updates in memory', () => conversationUpdatesSuite(stores));
describe('conversation deletions in memory', () => conversationDeletionsSuite(stores));
describe('followed conversations in memory', () => followedConversationsSuite(stores));

describe('start tasks in memory', () => {
  const store = new MemoryStartTaskStore();
  startTaskStoreSuite(() => ({ store, add: async (task) => store.put(task) }));
});

describe('failed starts in memory', () => {
  endedStartsSuite(() => ({
    failed: deps.endedStarts,
    starts: deps.starts,
    sandboxes: deps.sandboxes,
    addTask: async (task) => deps.startTasks.put(task),
    addConversation: async (row) => deps.conversations.put(row),
    findTask: (ownerId, id) => deps.startTasks.find(ownerId, id),
    findConversation: (ownerId, id) => deps.conversations.find(ownerId, id),
  }));
});

describe('events in memory', () => {
  const store = new MemoryEventStore();
  eventStoreSuite(() => ({
    writer: store,
    reader: store,
    purge: store,
    leases: store,
    markDeleted: async (log, deletedAt) => store.markDeleted(log, deletedAt),
  }));
});

describe('uploads in memory', () => {
  let store: Uploads | undefined;
  uploadsSuite((now) => {
    store ??= new MemoryUploads(now);
    return store;
  });
});

describe('pending messages in memory', () => pendingMessagesSuite((now) => new MemoryPendingMessages(now)));

describe('sandboxes in memory', () => {
  const store = new MemorySandboxStore();
  sandboxStoreSuite(() => store);
  sandboxRecordsSuite(() => ({
    store,
    spoilCount: async (ownerId, difference) => {
      store.active.set(ownerId, (store.active.get(ownerId) ?? 0) + difference);
    },
  }));
});

warmTasksSuite(async (now) => {
  const sandboxes = new MemorySandboxStore(now);
  const pool = new MemoryWarmTasks(sandboxes, now);
  return { sandboxes, warmTasks: pool, warmPool: pool };
});

describe('secrets in memory', () => secretStoreSuite(() => secrets));
describe('settings in memory', () => settingsStoreSuite(() => settings));
describe('a vault in memory', () => vaultSuite(() => deps.vault));

describe('claims in memory', () => {
  let store: MemoryClaimStore | undefined;
  claimStoreSuite((now) => {
    store ??= new MemoryClaimStore(now);
    return {
      store,
      write: async (parts) => {
        checkParts(parts);
        writeParts(parts);
      },
    };
  });
});
