import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { type TellDeps, tellIntegrators } from '../../shared/integrator-events/tell-integrators.ts';
import { tellDeps } from '../../shared/wiring/webhooks.ts';

let deps: TellDeps | undefined;

/** Queues for integrators what conversations and the outbox tell. */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  deps ??= tellDeps();
  const failed = await tellIntegrators(event.Records, deps);
  return { batchItemFailures: failed === undefined ? [] : [{ itemIdentifier: failed }] };
}
