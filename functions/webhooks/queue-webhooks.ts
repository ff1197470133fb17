import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { queueWebhooks } from '../../shared/domain/webhooks/queue-webhooks.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { isMember, queueWebhooksDeps } from '../../shared/wiring/webhooks.ts';

const depsOf = wired(() => wire(grantedTo('queue-webhooks')));

const wire = (granted: Granted<'queue-webhooks'>) => ({ ...queueWebhooksDeps(granted), isMember: isMember(granted) });

/** Queues messages to integrators from the streams of conversations and the outbox. */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const deps = depsOf();
  const failed = await queueWebhooks(event.Records, deps);
  return { batchItemFailures: failed === undefined ? [] : [{ itemIdentifier: failed }] };
}
