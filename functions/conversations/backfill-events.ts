import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { HttpAgentHistories, HttpAgentTitles } from '../../shared/domain/agents/webhooks/http-agent-histories.ts';
import { type BackfillWorkDeps, serveBackfills } from '../../shared/domain/agents/webhooks/serve-backfills.ts';
import { agentTimeouts } from '../../shared/domain/sandboxes/agent/agent-http.ts';
import type { SandboxKeys } from '../../shared/domain/sandboxes/agent/keys.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { deliveryLimits, followedConversations, modelDeps } from '../../shared/wiring/agents.ts';
import { goOnDeps } from '../../shared/wiring/broker/waits.ts';
import { conversationStore, eventLeases, eventStore } from '../../shared/wiring/conversations.ts';
import { sandboxReader, sandboxWork, workerPlaces } from '../../shared/wiring/sandboxes.ts';

const Order = z.object({ owner_id: z.string(), sandbox_id: z.string() });

/** All that a run asks of one agent takes this time at most, in milliseconds. */
const RUN_TIME = 120_000;

/** The time limit of a page, in milliseconds. An agent can need three requests for it. */
const PAGE_TIME = 20_000;

interface Deps extends Omit<BackfillWorkDeps, 'histories' | 'titles'> {
  readonly keys: SandboxKeys;
}

const depsOf = wired(() => wire(grantedTo('backfill-events')));

/**
 * Fetches titles and undelivered events of a sandbox's conversations from its agent. If the sandbox runs again, its
 * agents first get the language models that their owner chose while it was paused.
 */
export async function handler(event: unknown, context: Context): Promise<void> {
  const deps = depsOf();
  const { owner_id: ownerId, sandbox_id: sandboxId } = Order.parse(event);
  const until = Date.now() + Math.min(RUN_TIME, context.getRemainingTimeInMillis());
  const timeLeft = () => Math.max(0, until - Date.now());
  await serveBackfills(
    { ownerId, sandboxId },
    { holder: context.awsRequestId, timeLeft, pageTime: PAGE_TIME },
    {
      ...deps,
      histories: new HttpAgentHistories(deps.keys, () => Math.min(agentTimeouts.history, timeLeft())),
      titles: new HttpAgentTitles(deps.keys, timeLeft),
    },
  );
}

function wire(granted: Granted<'backfill-events'>): Deps {
  const models = modelDeps(granted);
  return {
    ...models,
    ...goOnDeps(granted),
    sandboxes: sandboxReader(granted),
    conversations: conversationStore(granted),
    followed: followedConversations(granted),
    events: eventStore(granted),
    deliveries: deliveryLimits(granted),
    leases: eventLeases(granted),
    work: sandboxWork(granted, 'backfill'),
    places: workerPlaces(granted, 'backfill'),
    pause: async (milliseconds) => {
      await wait(milliseconds);
    },
  };
}
