import type { Clock } from '../clock.ts';
import { log } from '../log.ts';
import type { DynamoDeliveryLeases } from './dynamo-delivery-leases.ts';

export interface DeliverySweepDeps {
  readonly leases: Pick<DynamoDeliveryLeases, 'due'>;
  readonly deliver: (ownerId: string, endpointId: string) => Promise<void>;
  readonly now: Clock;
}

/** How many endpoints one sweep starts deliveries to. The next goes on. */
const MOST = 200;

/** Starts a delivery to each endpoint for which something is due and nobody is at work: retries, and what a lost call or a run that died left behind. */
export async function sweepDeliveries({ leases, deliver, now }: DeliverySweepDeps): Promise<void> {
  const due = await leases.due(now(), MOST);
  const started = await Promise.allSettled(due.map(({ ownerId, endpointId }) => deliver(ownerId, endpointId)));
  const failed = started.filter(({ status }) => status === 'rejected');
  for (const { reason } of failed.slice(0, 1) as PromiseRejectedResult[])
    log.error('deliveries were not started', { count: failed.length, error: reason });
}
