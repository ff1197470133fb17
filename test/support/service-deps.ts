import type { StartDeps } from '../../shared/conversations/start-conversation.ts';
import type { SandboxKeys } from '../../shared/sandboxes/keys.ts';
import type { ConversationCostDeps } from '../../shared/usage/conversation-cost.ts';
import { tablesOf } from '../../shared/usage/prices.ts';
import { memoryBudgets } from './memory-budgets.ts';
import { MemoryConversationDeletions } from './memory-conversation-deletions.ts';
import { MemoryConversationStarts } from './memory-conversation-starts.ts';
import { MemoryConversationStore } from './memory-conversation-store.ts';
import { MemoryEventStore } from './memory-event-store.ts';
import { MemoryFollowedConversations } from './memory-followed-conversations.ts';
import { someKeys } from './memory-master-keys.ts';
import { MemorySandboxStore } from './memory-sandbox-store.ts';
import { MemoryStartTaskStore } from './memory-start-task-store.ts';
import { MemoryUsage } from './memory-usage.ts';
import { MemoryUsageLedger } from './memory-usage-ledger.ts';
import { MemoryVault } from './memory-vault.ts';
import { someSpecs } from './sandbox-data.ts';
import { SettableClock } from './settable-clock.ts';

/** What any endpoint may ask for, in memory. */
export interface ServiceDeps extends StartDeps {
  readonly conversations: MemoryConversationStore;
  readonly sandboxes: MemorySandboxStore;
  readonly startTasks: MemoryStartTaskStore;
  readonly starts: MemoryConversationStarts;
  readonly deletions: MemoryConversationDeletions;
  readonly vault: MemoryVault;
  readonly keys: SandboxKeys;
  readonly events: MemoryEventStore;
  readonly followed: MemoryFollowedConversations;
  readonly usage: MemoryUsage;
  readonly costs: ConversationCostDeps;
  readonly clock: SettableClock;
  readonly sandboxLimit: number;
}

export function serviceDeps(sandboxLimit = 3): ServiceDeps {
  const clock = new SettableClock();
  const stores = {
    conversations: new MemoryConversationStore(),
    sandboxes: new MemorySandboxStore(clock.now),
    startTasks: new MemoryStartTaskStore(),
    events: new MemoryEventStore(clock.now),
  };
  const usage = new MemoryUsage();
  return {
    ...stores,
    usage,
    budgets: memoryBudgets(stores.sandboxes, clock.now, usage),
    starts: new MemoryConversationStarts(stores),
    followed: new MemoryFollowedConversations(stores),
    deletions: new MemoryConversationDeletions(stores),
    specs: someSpecs(),
    vault: new MemoryVault(),
    keys: someKeys(),
    costs: {
      ledger: new MemoryUsageLedger(stores.sandboxes),
      sandboxes: stores.sandboxes,
      tables: tablesOf(undefined),
      now: clock.now,
    },
    clock,
    now: clock.now,
    sandboxLimit,
  };
}
