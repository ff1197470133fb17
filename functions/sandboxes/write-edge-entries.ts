import { setTimeout as pause } from 'node:timers/promises';
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import * as z from 'zod';
import { type CompareDeps, compareEntries } from '../../shared/domain/sandboxes/edge/compare-entries.ts';
import { addressIdOf } from '../../shared/domain/sandboxes/edge/edge-row.ts';
import { EntryWriter } from '../../shared/domain/sandboxes/edge/write-entries.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { log } from '../../shared/platform/log.ts';
import type { Metric } from '../../shared/platform/metrics.ts';
import type { Granted } from '../../shared/rights/index.ts';
import { edgeWriting } from '../../shared/wiring/sandboxes.ts';

/** The time that the last try of a run may take, in milliseconds. */
const LAST_TRY = 12_000;

interface Deps extends CompareDeps {
  readonly metric: Metric;
  /** One for each instance, which knows the store's version after its last update. */
  readonly writer: EntryWriter;
}

const depsOf = wired(() => wire(grantedTo('write-edge-entries')));

/** From the sweep: compares the whole store with the rows. */
const Order = z.object({ compare: z.literal(true) });

/** Brings changed entries to the edge's store. The stream sends what failed again; later, the sweep asks again. */
export async function handler(event: unknown, context: Context): Promise<DynamoDBBatchResponse | undefined> {
  const deps = depsOf();
  if (isOfStream(event)) return writeRecords(event, context, deps);
  Order.parse(event);
  const different = await compareEntries(deps);
  if (different === 0) return undefined;
  log.error('the store at the edge differed from the rows', { different });
  deps.metric('RecordsDamaged', different, 'Count');
  return undefined;
}

function isOfStream(event: unknown): event is DynamoDBStreamEvent {
  return typeof event === 'object' && event !== null && 'Records' in event;
}

async function writeRecords(
  event: DynamoDBStreamEvent,
  context: Context,
  { writer }: Deps,
): Promise<DynamoDBBatchResponse> {
  const records = event.Records.flatMap(({ dynamodb }) => {
    const id = addressIdOf(dynamodb?.Keys?.entry_id?.S ?? '');
    return id === undefined ? [] : [{ id, sequenceNumber: dynamodb?.SequenceNumber ?? '' }];
  });
  const until = new Date(Date.now() + context.getRemainingTimeInMillis() - LAST_TRY);
  const failed = await writer.write([...new Set(records.map(({ id }) => id))], until);
  const batchItemFailures = records
    .filter(({ id }) => failed.has(id))
    .map(({ sequenceNumber }) => ({ itemIdentifier: sequenceNumber }));
  return { batchItemFailures };
}

function wire(granted: Granted<'write-edge-entries'>): Deps {
  const writing = edgeWriting(granted);
  return { ...writing, writer: new EntryWriter({ ...writing, random: Math.random, pause }) };
}
