import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { type TellDeps, tellIntegrators } from '../../shared/domain/webhook-endpoints/tell-integrators.ts';
import { tellDeps } from '../../shared/wiring/webhook-endpoints.ts';

let deps: TellDeps | undefined;

/** Queues messages to integrators from the streams of conversations and the outbox. */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  deps ??= tellDeps();
  const failed = await tellIntegrators(event.Records, deps);
  return { batchItemFailures: failed === undefined ? [] : [{ itemIdentifier: failed }] };
}
