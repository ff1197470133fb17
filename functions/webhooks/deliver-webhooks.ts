import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { type DeliveryDeps, deliverToEndpoint } from '../../shared/domain/webhooks/deliver.ts';
import { disabledNotice, failingNotice } from '../../shared/domain/webhooks/endpoint-notices.ts';
import { ATTEMPT_TIMEOUT, sendToReceiver } from '../../shared/domain/webhooks/http-receiver.ts';
import { documents } from '../../shared/platform/aws/documents.ts';
import { vault } from '../../shared/platform/aws/kms-vault.ts';
import { transact } from '../../shared/platform/aws/transact.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { deploymentMail } from '../../shared/wiring/accounts.ts';
import { deliveryLeases, targetRules, webhookMessages } from '../../shared/wiring/webhooks.ts';

const Order = z.object({ owner_id: z.string(), endpoint_id: z.string() });

/** How often a run checks for more messages while it sends, in milliseconds. */
const TICK = 500;

const depsOf = wired(() => wire(grantedTo('deliver-webhooks')));

/** Sends one endpoint its due messages. If any are left, the sweep invokes the worker again. */
export async function handler(event: unknown, context: Context): Promise<void> {
  const deps = depsOf();
  const { owner_id: ownerId, endpoint_id: endpointId } = Order.parse(event);
  const timeLeft = () => context.getRemainingTimeInMillis();
  await deliverToEndpoint(ownerId, endpointId, context.awsRequestId, { ...deps, timeLeft });
}

function wire(granted: Granted<'deliver-webhooks'>): Omit<DeliveryDeps, 'timeLeft'> {
  const rules = { ...targetRules(), timeout: ATTEMPT_TIMEOUT };
  return {
    leases: deliveryLeases(granted),
    messages: webhookMessages(granted),
    vault: vault(granted),
    send: (url, headers, body) => sendToReceiver(url, headers, body, rules),
    mail: deploymentMail(),
    notice: disabledNotice(granted.integratorEvents),
    failingNotice: failingNotice(granted.integratorEvents),
    publishFailing: (notice) => transact(documents(), [notice]),
    now: systemClock,
    random: Math.random,
    pause: (milliseconds) => wait(milliseconds),
    tick: () => wait(TICK),
  };
}
