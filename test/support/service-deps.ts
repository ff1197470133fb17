import type { DeliveryLimits } from '../../shared/domain/agents/webhooks/delivery-limits.ts';
import type { StageLimits } from '../../shared/domain/billing/budgets/start-rules.ts';
import { pricesOf } from '../../shared/domain/billing/usage/prices.ts';
import type { RenewModel } from '../../shared/domain/conversations/agent/reach-agent.ts';
import { isRepeated, restartMessages } from '../../shared/domain/conversations/messages/restart-messages.ts';
import type { ConversationHomes } from '../../shared/domain/conversations/record/conversation-homes.ts';
import type { StartDeps } from '../../shared/domain/conversations/start/create/start-order.ts';
import type { SandboxKeys } from '../../shared/domain/sandboxes/agent/keys.ts';
import type { ConversationCostDeps } from '../../shared/domain/sandboxes/usage/conversation-cost.ts';
import { SandboxWork, type WorkPlace } from '../../shared/domain/sandboxes/waits/sandbox-work.ts';
import { MemoryUsage, MemoryUsageLedger, memoryBudgets } from './billing/memory-usage.ts';
import { MemoryEventStore } from './conversations/events/memory-event-store.ts';
import { MemoryPendingMessages } from './conversations/messages/memory-pending-messages.ts';
import {
  MemoryConversationDeletions,
  MemoryConversationHomes,
  MemoryConversationStore,
  MemoryFollowedConversations,
} from './conversations/record/memory-conversation-store.ts';
import {
  MemoryConversationStarts,
  MemoryEndedStarts,
  MemoryStartTaskStore,
} from './conversations/start/memory-start-task-store.ts';
import { MemoryUploads } from './conversations/uploads/memory-uploads.ts';
import { someKeys } from './platform/memory-master-keys.ts';
import { MemoryVault } from './platform/memory-vault.ts';
import { SettableClock } from './platform/settable-clock.ts';
import { MemorySandboxStore } from './sandboxes/memory-sandbox-store.ts';
import type { MemorySnapshotStore } from './sandboxes/memory-snapshot-store.ts';
import { MemoryWarmTasks, MemoryWorkRows } from './sandboxes/memory-stores.ts';
import { noOwnSpecs } from './sandboxes/no-own-specs.ts';
import { someSpecs, stageOf } from './sandboxes/sandbox-data.ts';
import { MemorySettingsStore } from './settings/memory-settings-store.ts';

export interface ServiceDeps extends StartDeps {
  readonly messages: MemoryPendingMessages;
  readonly isRepeated: (order: Parameters<typeof isRepeated>[0]) => Promise<boolean>;
  readonly work: SandboxWork;
  readonly deliver: (place: WorkPlace) => Promise<void>;
  /** The sandboxes whose delivery worker was invoked. */
  readonly invoked: WorkPlace[];
  readonly patience: () => AbortSignal;
  readonly conversations: MemoryConversationStore;
  readonly homes: ConversationHomes;
  readonly sandboxes: MemorySandboxStore;
  readonly snapshots: MemorySnapshotStore;
  readonly startTasks: MemoryStartTaskStore;
  readonly starts: MemoryConversationStarts;
  readonly endedStarts: MemoryEndedStarts;
  readonly deletions: MemoryConversationDeletions;
  readonly vault: MemoryVault;
  readonly keys: SandboxKeys;
  readonly renewModel: RenewModel;
  readonly settings: MemorySettingsStore;
  readonly events: MemoryEventStore;
  readonly uploads: MemoryUploads;
  readonly fetchEvents: (ownerId: string, sandboxId: string, conversationId: string) => Promise<void>;
  /** The conversations whose events were ordered. */
  readonly eventsFetched: string[];
  readonly followed: MemoryFollowedConversations;
  readonly reports: MemoryFollowedConversations;
  readonly deliveries: DeliveryLimits;
  readonly bringTitle: (ownerId: string, sandboxId: string, conversationId: string) => Promise<void>;
  /** The conversations for which a title was requested. */
  readonly titlesAsked: string[];
  readonly usage: MemoryUsage;
  readonly costs: ConversationCostDeps;
  readonly clock: SettableClock;
  readonly stageLimits: StageLimits;
  readonly publicLinks: boolean;
}

const unlimitedDeliveries: DeliveryLimits = { count: async () => undefined, requireRoom: () => undefined };

export function serviceDeps(sandboxLimit = 3): ServiceDeps {
  const clock = new SettableClock();
  const stores = {
    conversations: new MemoryConversationStore(),
    sandboxes: new MemorySandboxStore(clock.now),
    startTasks: new MemoryStartTaskStore(),
    events: new MemoryEventStore(clock.now),
    uploads: new MemoryUploads(clock.now),
  };
  const usage = new MemoryUsage();
  const titlesAsked: string[] = [];
  const eventsFetched: string[] = [];
  const messages = new MemoryPendingMessages(clock.now);
  const invoked: WorkPlace[] = [];
  const followed = new MemoryFollowedConversations(stores);
  return {
    ...stores,
    snapshots: stores.sandboxes.snapshots,
    messages,
    isRepeated: (order) => isRepeated(order, stores),
    restartMessages: (order) => restartMessages(order, { startTasks: stores.startTasks, messages }),
    work: new SandboxWork(new MemoryWorkRows(), 150, clock.now),
    deliver: async (place) => void invoked.push(place),
    invoked,
    patience: () => AbortSignal.timeout(10_000),
    usage,
    budgets: memoryBudgets(stores.sandboxes, clock.now, usage),
    starts: new MemoryConversationStarts(stores),
    homes: new MemoryConversationHomes(stores),
    followed,
    reports: followed,
    deliveries: unlimitedDeliveries,
    fetchEvents: async (_, _sandboxId, id) => void eventsFetched.push(id),
    eventsFetched,
    bringTitle: async (_, _sandboxId, id) => void titlesAsked.push(id),
    titlesAsked,
    endedStarts: new MemoryEndedStarts(stores),
    deletions: new MemoryConversationDeletions(stores),
    specs: someSpecs(),
    ownSpecs: noOwnSpecs,
    warmTasks: new MemoryWarmTasks(stores.sandboxes, clock.now),
    vault: new MemoryVault(),
    renewModel: async () => undefined,
    settings: new MemorySettingsStore(),
    keys: someKeys(),
    costs: {
      ledger: new MemoryUsageLedger(stores.sandboxes),
      tables: pricesOf(undefined).tables,
      now: clock.now,
    },
    clock,
    now: clock.now,
    publicLinks: true,
    stageLimits: stageOf(sandboxLimit),
  };
}
