import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { applyPendingModels, type PendingModelDeps } from '../../shared/domain/agents/proxy/switch-model.ts';
import {
  type BackfillDeps,
  backfillConversation,
  backfillSandbox,
} from '../../shared/domain/agents/webhooks/backfill.ts';
import { HttpAgentHistories, HttpAgentTitles } from '../../shared/domain/agents/webhooks/http-agent-histories.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { followedConversations, modelDeps } from '../../shared/wiring/agents.ts';
import { conversationStore, eventLeases, eventStore } from '../../shared/wiring/conversations.ts';
import { sandboxReader } from '../../shared/wiring/sandboxes.ts';

const Order = z.union([
  z.object({ owner_id: z.string(), conversation_id: z.string() }),
  z.object({ owner_id: z.string(), sandbox_id: z.string() }),
]);

/** The time limit of a page, in milliseconds. An agent can need three requests for it. */
const PAGE_TIME = 20_000;

type Deps = BackfillDeps & PendingModelDeps;

const depsOf = wired(() => wire(grantedTo('backfill-events')));

/**
 * Fetches titles and undelivered events from the agent of one conversation, or from all agents of a sandbox that runs
 * again. Those agents first get the language models that their owner chose while the sandbox was paused.
 */
export async function handler(event: unknown, context: Context): Promise<void> {
  const deps = depsOf();
  const order = Order.parse(event);
  const run = {
    holder: context.awsRequestId,
    timeLeft: () => context.getRemainingTimeInMillis(),
    pageTime: PAGE_TIME,
  };
  if ('conversation_id' in order) await backfillConversation(order.owner_id, order.conversation_id, run, deps);
  else {
    await applyPendingModels(order.owner_id, order.sandbox_id, deps);
    await backfillSandbox(order.owner_id, order.sandbox_id, run, deps);
  }
}

function wire(granted: Granted<'backfill-events'>): Deps {
  const models = modelDeps(granted);
  return {
    ...models,
    sandboxes: sandboxReader(granted),
    conversations: conversationStore(granted),
    followed: followedConversations(granted),
    events: eventStore(granted),
    leases: eventLeases(granted),
    histories: new HttpAgentHistories(models.keys),
    titles: new HttpAgentTitles(models.keys),
    pause: async (milliseconds) => {
      await wait(milliseconds);
    },
  };
}
