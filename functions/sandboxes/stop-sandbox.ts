import * as z from 'zod';
import { lastLook } from '../../shared/domain/agents/webhooks/backfill.ts';
import { HttpAgentHistories } from '../../shared/domain/agents/webhooks/http-agent-histories.ts';
import { agentTimeouts } from '../../shared/domain/sandboxes/agent/agent-http.ts';
import { HttpAgents } from '../../shared/domain/sandboxes/agent/http-agents.ts';
import { type StopDeps, stopSandbox } from '../../shared/domain/sandboxes/reconcile/stop.ts';
import { limits } from '../../shared/domain/sandboxes/record/limits.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { deliveryLimits, followedConversations } from '../../shared/wiring/agents.ts';
import { eventStore } from '../../shared/wiring/conversations.ts';
import { ecsTasks, sandboxKeys, sandboxWriter } from '../../shared/wiring/sandboxes.ts';

const Order = z.object({ owner_id: z.string(), sandbox_id: z.string(), generation: z.int() });

const depsOf = wired(() => wire(grantedTo('stop-sandbox')));

/**
 * Lets an agent prepare for the stop, fetches its undelivered events, and stops its task. This is a worker because a
 * stream consumer must not wait for an agent.
 */
export async function handler(event: unknown): Promise<void> {
  const deps = depsOf();
  const { owner_id: ownerId, sandbox_id: sandboxId, generation } = Order.parse(event);
  await stopSandbox(ownerId, sandboxId, generation, deps);
}

function wire(granted: Granted<'stop-sandbox'>): StopDeps {
  const keys = sandboxKeys(granted);
  const looks = {
    followed: followedConversations(granted),
    events: eventStore(granted),
    deliveries: deliveryLimits(granted),
    now: systemClock,
  };
  return {
    sandboxes: sandboxWriter(granted),
    tasks: ecsTasks(),
    agents: new HttpAgents(keys),
    lastLook: (sandbox) => {
      const until = Date.now() + limits.lastLook * 1000;
      const timeLeft = () => until - Date.now();
      // Limits the total time, however many requests the agent leaves unanswered.
      const histories = new HttpAgentHistories(keys, () => Math.max(0, Math.min(agentTimeouts.lastLook, timeLeft())));
      return lastLook(sandbox, { timeLeft, pageTime: agentTimeouts.lastLook }, { ...looks, histories });
    },
    now: systemClock,
  };
}
