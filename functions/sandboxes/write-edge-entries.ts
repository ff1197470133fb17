import { setTimeout as pause } from 'node:timers/promises';
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { addressIdOf } from '../../shared/domain/sandboxes/edge/edge-row.ts';
import { EntryWriter } from '../../shared/domain/sandboxes/edge/write-entries.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { edgeWriting } from '../../shared/wiring/sandboxes.ts';

/** The time that the last try of a run may take, in milliseconds. */
const LAST_TRY = 12_000;

/** One writer for each instance, which knows the store's version after its last update. */
const writerOf = wired(
  () => new EntryWriter({ ...edgeWriting(grantedTo('write-edge-entries')), random: Math.random, pause }),
);

/** Brings changed entries to the edge's store. The stream sends what failed again; later, the sweep asks again. */
export async function handler(event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> {
  const records = event.Records.flatMap(({ dynamodb }) => {
    const id = addressIdOf(dynamodb?.Keys?.entry_id?.S ?? '');
    return id === undefined ? [] : [{ id, sequenceNumber: dynamodb?.SequenceNumber ?? '' }];
  });
  const until = new Date(Date.now() + context.getRemainingTimeInMillis() - LAST_TRY);
  const failed = await writerOf().write([...new Set(records.map(({ id }) => id))], until);
  const batchItemFailures = records
    .filter(({ id }) => failed.has(id))
    .map(({ sequenceNumber }) => ({ itemIdentifier: sequenceNumber }));
  return { batchItemFailures };
}
