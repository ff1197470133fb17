import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import {
  type DeliveryDeps,
  deliverPendingMessages,
  whenRunning,
} from '../../shared/domain/conversations/messages/deliver-pending-messages.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { agentDeps } from '../../shared/wiring/agents.ts';
import { pendingMessages } from '../../shared/wiring/conversations.ts';

const Order = z.object({ owner_id: z.string(), conversation_id: z.string() });

/** The time reserved for the delivery itself, in milliseconds. */
const RESERVE = 60_000;

const depsOf = wired(
  (granted = grantedTo('deliver-messages')): DeliveryDeps => ({
    ...agentDeps(granted),
    messages: pendingMessages(granted),
    now: systemClock,
  }),
);

/** Delivers a conversation's pending messages to its agent. Lambda retries a failed invocation. */
export async function handler(event: unknown, context: Context): Promise<void> {
  const deps = depsOf();
  const { owner_id: ownerId, conversation_id: conversationId } = Order.parse(event);
  const patience = Math.max(0, context.getRemainingTimeInMillis() - RESERVE);
  await whenRunning(ownerId, conversationId, patience, { ...deps, pause: wait });
  await deliverPendingMessages(ownerId, conversationId, deps);
}
