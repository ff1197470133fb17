import { setTimeout as wait } from 'node:timers/promises';
import { modelRenewal } from '../domain/agents/proxy/send-model.ts';
import { DeliveryBounds, DynamoDeliveryLimits } from '../domain/agents/webhooks/delivery-limits.ts';
import { DynamoFollowedConversations } from '../domain/agents/webhooks/dynamo-followed-conversations.ts';
import type { RenewModel } from '../domain/conversations/agent/reach-agent.ts';
import { twoSeconds } from '../domain/conversations/messages/deliver-pending-messages.ts';
import type { AgentAccessDeps, ReachDeps } from '../domain/sandboxes/agent/reach-sandbox.ts';
import { documents } from '../platform/aws/documents.ts';
import type { VaultKey } from '../platform/aws/kms-vault.ts';
import { systemClock } from '../platform/clock.ts';
import { requireEnv } from '../platform/env.ts';
import type { Tables, WorkerName } from '../rights/statement.ts';
import { stageLimits, startBudgets } from './billing.ts';
import {
  conversationHomes,
  conversationStore,
  type Delivering,
  eventWriter,
  hastenMessages,
  invokeDelivery,
  pendingMessages,
  startBackfill,
  uploads,
} from './conversations.ts';
import { sandboxKeys, sandboxReader, sandboxStore, sandboxUses, sandboxWork, waitPlaces } from './sandboxes.ts';
import { agentModels, profileModels } from './settings.ts';

interface Master {
  readonly masterSecret: string;
}
type Homes = Tables<'conversations' | 'sandboxes'>;
type Models = Tables<'conversations' | 'settings'> & VaultKey & Master;
interface Backfilling {
  readonly 'backfill-events': WorkerName<'backfill-events'>;
}
type Hooks = Tables<'apiCalls' | 'conversations' | 'events' | 'sandboxes' | 'waits'> & Backfilling;

/** For functions that call the agent of a conversation. */
export const agentDeps = (granted: Homes & Master) => ({
  homes: conversationHomes(granted),
  keys: sandboxKeys(granted),
});

/** For functions that call the agent of a sandbox, and can resume it first. */
export const reachDeps = (
  granted: Tables<'sandboxes' | 'snapshots' | 'owners' | 'usage' | 'usageSums' | 'waits'> & Master,
): ReachDeps => ({
  sandboxes: sandboxStore(granted),
  budgets: startBudgets(granted),
  keys: sandboxKeys(granted),
  stageLimits: stageLimits(),
  places: waitPlaces(granted),
  now: systemClock,
  pause: (milliseconds) => wait(milliseconds),
});

/** For functions that call the agent of a running sandbox. */
export const runningAgentDeps = (granted: Tables<'sandboxes'> & Master): AgentAccessDeps => ({
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
});

/** For functions that set the language model of an agent. */
export const modelDeps = (granted: Models) => ({
  conversations: conversationStore(granted),
  keys: sandboxKeys(granted),
  models: profileModels(granted),
  agentModels: agentModels(granted),
  now: systemClock,
});

/** For the worker that delivers messages. */
export const renewModel = (granted: Models): RenewModel => modelRenewal(modelDeps(granted));

/** For functions that take messages for an agent. */
export const messageDeps = (
  granted: Homes & Master & Delivering & Tables<'pendingMessages' | 'uploads'> & Backfilling,
) => ({
  ...agentDeps(granted),
  uploads: uploads(granted),
  fetchEvents: startBackfill(granted),
  messages: pendingMessages(granted),
  work: sandboxWork(granted, 'deliver'),
  deliver: invokeDelivery(granted),
  patience: twoSeconds,
  now: systemClock,
});

/** For functions that switch the language model of a conversation. */
export const switchDeps = (granted: Models & Homes) => ({ ...modelDeps(granted), homes: conversationHomes(granted) });

export const followedConversations = (granted: Tables<'conversations' | 'events' | 'sandboxes'>) =>
  new DynamoFollowedConversations(documents(), granted);

/** What agents can deliver. Limits what is fetched from them, too. */
export const deliveryLimits = (granted: Tables<'apiCalls'>) => {
  const bounds = DeliveryBounds.parse(JSON.parse(requireEnv('DELIVERY_LIMITS')));
  return new DynamoDeliveryLimits(documents(), granted, bounds, systemClock);
};

export const conversationWebhookDeps = (granted: Hooks) => ({
  sandboxes: sandboxReader(granted),
  followed: followedConversations(granted),
  backfill: startBackfill(granted),
  deliveries: deliveryLimits(granted),
  now: systemClock,
});

export const eventWebhookDeps = (granted: Hooks & { readonly 'deliver-messages': WorkerName<'deliver-messages'> }) => ({
  ...conversationWebhookDeps(granted),
  hastenMessages: hastenMessages(granted),
  uses: sandboxUses(granted),
  events: eventWriter(granted),
});
