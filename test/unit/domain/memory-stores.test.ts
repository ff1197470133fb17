import { beforeEach, describe } from 'vitest';
import type { Conversation } from '../../../shared/domain/conversations/record/conversation.ts';
import { systemClock } from '../../../shared/platform/clock.ts';
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
import { MemoryConversationStore } from '../../support/conversations/record/memory-conversation-store.ts';
import {
  MemoryConversationStarts,
  MemoryFailedStarts,
  MemoryStartTaskStore,
} from '../../support/conversations/start/memory-start-task-store.ts';
import {
  conversationStartsSuite,
  failedStartsSuite,
  startTaskStoreSuite,
} from '../../support/conversations/start/start-stores.suite.ts';
import { MemorySandboxStore } from '../../support/sandboxes/memory-sandbox-store.ts';
import { MemoryWarmTasks } from '../../support/sandboxes/memory-stores.ts';
import { sandboxRecordsSuite, sandboxStoreSuite } from '../../support/sandboxes/sandbox-store.suite.ts';
import { warmTasksSuite } from '../../support/sandboxes/stores.suite.ts';
import { type ServiceDeps, serviceDeps } from '../../support/service-deps.ts';
import { MemorySecretStore } from '../../support/settings/memory-secret-store.ts';
import { MemorySettingsStore } from '../../support/settings/memory-settings-store.ts';
import { secretStoreSuite } from '../../support/settings/secret-store.suite.ts';
import { settingsStoreSuite } from '../../support/settings/settings-store.suite.ts';

let deps: ServiceDeps;
beforeEach(() => {
  deps = serviceDeps();
});

const stores = () => ({
  ...deps,
  store: deps.conversations,
  add: async (conversation: Conversation) => deps.conversations.put(conversation),
});

describe('conversations in memory', () => {
  conversationStoreSuite(stores);
});

describe('conversations with their sandboxes in memory', () => {
  conversationHomesSuite(stores);
});

describe('conversation starts in memory', () => {
  conversationStartsSuite(stores);
});

describe('conversation updates in memory', () => {
  conversationUpdatesSuite(stores);
});

describe('conversation deletions in memory', () => {
  conversationDeletionsSuite(stores);
});

describe('followed conversations in memory', () => {
  followedConversationsSuite(stores);
});

describe('start tasks in memory', () => {
  let store = new MemoryStartTaskStore();
  beforeEach(() => {
    store = new MemoryStartTaskStore();
  });

  startTaskStoreSuite(() => ({ store, add: async (task) => store.put(task) }));
});

describe('failed starts in memory', () => {
  const fresh = () => ({
    startTasks: new MemoryStartTaskStore(),
    conversations: new MemoryConversationStore(),
    sandboxes: new MemorySandboxStore(systemClock),
  });
  let stores = fresh();
  beforeEach(() => {
    stores = fresh();
  });

  failedStartsSuite(() => ({
    failed: new MemoryFailedStarts(stores),
    starts: new MemoryConversationStarts(stores),
    sandboxes: stores.sandboxes,
    addTask: async (task) => stores.startTasks.put(task),
    addConversation: async (row) => stores.conversations.put(row),
    findTask: (ownerId, id) => stores.startTasks.find(ownerId, id),
    findConversation: (ownerId, id) => stores.conversations.find(ownerId, id),
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

describe('pending messages in memory', () => {
  pendingMessagesSuite((now) => new MemoryPendingMessages(now));
});

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

describe('secrets in memory', () => {
  let store = new MemorySecretStore();
  beforeEach(() => {
    store = new MemorySecretStore();
  });
  secretStoreSuite(() => store);
});

describe('settings in memory', () => {
  let store = new MemorySettingsStore();
  beforeEach(() => {
    store = new MemorySettingsStore();
  });
  settingsStoreSuite(() => store);
});
