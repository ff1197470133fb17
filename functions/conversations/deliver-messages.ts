import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { deliverInTurn, type TurnDeps } from '../../shared/domain/conversations/messages/deliver-in-turn.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { agentDeps, renewModel } from '../../shared/wiring/agents.ts';
import { pendingMessages, startBackfill, uploadReader } from '../../shared/wiring/conversations.ts';
import { sandboxReader, sandboxWork, workerPlaces } from '../../shared/wiring/sandboxes.ts';

const Order = z.object({ owner_id: z.string(), sandbox_id: z.string() });

/** No client waits for this worker: an agent can take longer for a message with pictures. In milliseconds. */
const PATIENCE = 10_000;

const depsOf = wired(
  (granted = grantedTo('deliver-messages')): TurnDeps => ({
    ...agentDeps(granted),
    renewModel: renewModel(granted),
    messages: pendingMessages(granted),
    uploads: uploadReader(granted),
    fetchEvents: startBackfill(granted),
    sandboxes: sandboxReader(granted),
    work: sandboxWork(granted, 'deliver'),
    places: workerPlaces(granted, 'deliver'),
    patience: () => AbortSignal.timeout(PATIENCE),
    now: systemClock,
    pause: async (milliseconds) => {
      await wait(milliseconds);
    },
  }),
);

/** Delivers pending messages to the agents of a sandbox. Lambda retries a failed invocation. */
export async function handler(event: unknown, context: Context): Promise<void> {
  const { owner_id: ownerId, sandbox_id: sandboxId } = Order.parse(event);
  const timeLeft = () => context.getRemainingTimeInMillis();
  await deliverInTurn({ ownerId, sandboxId }, { holder: context.awsRequestId, timeLeft }, depsOf());
}
