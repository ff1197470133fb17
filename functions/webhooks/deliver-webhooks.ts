import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { type DeliveryDeps, deliverToEndpoint, disabledNotice } from '../../shared/domain/webhooks/deliver.ts';
import { ATTEMPT_TIMEOUT, sendToReceiver } from '../../shared/domain/webhooks/http-receiver.ts';
import { vault } from '../../shared/platform/aws/kms-vault.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { requireEnv } from '../../shared/platform/env.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { deliveryLeases, targetRules, webhookMessages } from '../../shared/wiring/webhook-endpoints.ts';

const Order = z.object({ owner_id: z.string(), endpoint_id: z.string() });

/** How often a run looks for more while it sends, in milliseconds. */
const TICK = 500;

const depsOf = wired(wire);

/** The worker that sends one endpoint its due messages. If any are left, the sweep invokes it again. */
export async function handler(event: unknown, context: Context): Promise<void> {
  const deps = depsOf();
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
