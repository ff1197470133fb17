import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { systemClock } from '../../shared/clock.ts';
import { type DeliveryDeps, deliverPendingMessages } from '../../shared/messages/deliver-pending-messages.ts';
import { whenRunning } from '../../shared/messages/when-running.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';
import { pendingMessages } from '../../shared/wiring/messages.ts';

const Order = z.object({ owner_id: z.string(), conversation_id: z.string() });

/** What is left for the delivery itself, in milliseconds. */
const RESERVE = 60_000;

let deps: DeliveryDeps | undefined;

/** The worker that brings what waits for a conversation to its agent. When it fails, Lambda calls it again a while later. */
export async function handler(event: unknown, context: Context): Promise<void> {
  deps ??= { ...agentDeps(), messages: pendingMessages(), now: systemClock };
  const { owner_id: ownerId, conversation_id: conversationId } = Order.parse(event);
  const patience = Math.max(0, context.getRemainingTimeInMillis() - RESERVE);
  await whenRunning(ownerId, conversationId, patience, { ...deps, pause: wait });
  await deliverPendingMessages(ownerId, conversationId, deps);
}
