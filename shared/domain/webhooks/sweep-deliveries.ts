import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import type { DynamoDeliveryLeases } from './dynamo-delivery-leases.ts';

export interface DeliverySweepDeps {
  readonly leases: Pick<DynamoDeliveryLeases, 'due'>;
  readonly deliver: (ownerId: string, endpointId: string) => Promise<void>;
  readonly now: Clock;
}

/** Deliveries that one sweep starts. The next sweep continues. */
const MOST = 200;

/** Starts a delivery to each endpoint with due messages and no active lease. */
export async function sweepDeliveries({ leases, deliver, now }: DeliverySweepDeps): Promise<void> {
  const due = await leases.due(now(), MOST);
  const started = await Promise.allSettled(due.map(({ ownerId, endpointId }) => deliver(ownerId, endpointId)));
  const failed = started.filter(({ status }) => status === 'rejected');
  for (const { reason } of failed.slice(0, 1) as PromiseRejectedResult[])
    log.error('sweep did not start webhook deliveries', { count: failed.length, error: reason });
}
