import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { type QueueWebhooksDeps, queueWebhooks } from '../../shared/domain/webhook-endpoints/queue-webhooks.ts';
import { queueWebhooksDeps } from '../../shared/wiring/webhook-endpoints.ts';

let deps: QueueWebhooksDeps | undefined;

/** Queues messages to integrators from the streams of conversations and the outbox. */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  deps ??= queueWebhooksDeps();
  const failed = await queueWebhooks(event.Records, deps);
  return { batchItemFailures: failed === undefined ? [] : [{ itemIdentifier: failed }] };
}
