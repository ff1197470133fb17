import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { systemClock } from '../../shared/clock.ts';
import { requireEnv } from '../../shared/env.ts';
import { type DeliveryDeps, deliverToEndpoint } from '../../shared/webhook-endpoints/deliver.ts';
import { disabledNotice } from '../../shared/webhook-endpoints/disabled-notice.ts';
import { ATTEMPT_TIMEOUT, sendToReceiver } from '../../shared/webhook-endpoints/http-receiver.ts';
import { vault } from '../../shared/wiring/vault.ts';
import { deliveryLeases, targetRules, webhookMessages } from '../../shared/wiring/webhooks.ts';

const Order = z.object({ owner_id: z.string(), endpoint_id: z.string() });

/** How often a run looks for more while it sends, in milliseconds. */
const TICK = 500;

let deps: Omit<DeliveryDeps, 'timeLeft'> | undefined;

/** The worker that sends what is due to one endpoint. What it leaves undone, the sweep starts it for again. */
export async function handler(event: unknown, context: Context): Promise<void> {
  deps ??= wire();
  const { owner_id: ownerId, endpoint_id: endpointId } = Order.parse(event);
  const timeLeft = () => context.getRemainingTimeInMillis();
  await deliverToEndpoint(ownerId, endpointId, context.awsRequestId, { ...deps, timeLeft });
}

function wire(): Omit<DeliveryDeps, 'timeLeft'> {
  const rules = { ...targetRules(), timeout: ATTEMPT_TIMEOUT };
  return {
    leases: deliveryLeases(),
    messages: webhookMessages(),
    vault: vault(),
    send: (url, headers, body) => sendToReceiver(url, headers, body, rules),
    notice: disabledNotice(requireEnv('INTEGRATOR_EVENTS_TABLE')),
    now: systemClock,
    random: Math.random,
    pause: (milliseconds) => wait(milliseconds),
    tick: () => wait(TICK),
  };
}
