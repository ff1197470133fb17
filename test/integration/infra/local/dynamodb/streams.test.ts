import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Invocation } from '../../../../../infra/local/dynamodb/batch-delivery.ts';
import { Checkpoints } from '../../../../../infra/local/dynamodb/checkpoints.ts';
import { eventSources } from '../../../../../infra/local/dynamodb/event-source.ts';
import type { StreamRecord } from '../../../../../infra/local/dynamodb/stream.ts';
import { StreamDispatcher } from '../../../../../infra/local/dynamodb/stream-dispatcher.ts';
import { createTestDynamoDb } from '../../../../../infra/local/dynamodb/test-dynamodb.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';
import { aResource, aTable } from '../an-assembly.ts';
import { eventually } from '../eventually.ts';

type LambdaRecord = StreamRecord & { readonly eventSourceARN: string; readonly awsRegion: string };
type Handler = (records: readonly LambdaRecord[]) => Invocation;

const success: Invocation = { ok: true, payload: null };
const failed: Invocation = { ok: false, reason: 'it threw' };

const db = await createTestDynamoDb();
const path = folderOfTest();
let table: string;
const running: StreamDispatcher[] = [];

afterAll(() => db.stop());
beforeEach(async () => {
  const streamed = aTable('Streamed', { StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' } });
  table = (await db.createTables([streamed])).Streamed ?? '';
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((dispatcher) => dispatcher.stop()));
});

async function consume(handler: Handler, mapping: Record<string, unknown> = {}, quiet = 20) {
  const source = aResource('AWS::Lambda::EventSourceMapping', 'Mapping', {
    EventSourceArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${table}/stream/2000`,
    FunctionName: 'reconcile',
    StartingPosition: 'TRIM_HORIZON',
    ...mapping,
  });
  const batches: LambdaRecord[][] = [];
  const dropped: string[] = [];
  const dispatcher = new StreamDispatcher({
    wire: db.wire,
    checkpoints: await Checkpoints.open(path('streams.json')),
    region: 'us-east-1',
    quietMs: { first: quiet, later: quiet },
    onError: (_consumer, error) => {
      throw error;
    },
    port: {
      async invoke(functionName, payload) {
        expect(functionName).toBe('reconcile');
        const { Records } = payload as { Records: LambdaRecord[] };
        batches.push(Records);
        return handler(Records);
      },
      onDropped: (_source, records, reason) => dropped.push(`${ids(records)}: ${reason}`),
    },
  });
  running.push(dispatcher);
  await dispatcher.start(eventSources([source]));
  return { dispatcher, batches, dropped };
}

function put(id: string, more: Record<string, unknown> = {}): Promise<unknown> {
  const Item = { owner_id: { S: 'ann' }, thing_id: { S: id }, ...more };
  return db.wire.call('dynamodb', 'PutItem', { TableName: table, Item });
}

async function putAll(...given: string[]): Promise<void> {
  for (const id of given) await put(id);
}

function ids(records: readonly StreamRecord[]): string {
  return records.map((record) => record.dynamodb.Keys.thing_id?.S).join(' ');
}

describe('an event source mapping', () => {
  it('delivers records in the format of Lambda', async () => {
    const { batches } = await consume(() => success);
    await put('1', { blob: { B: 'AAEC' } });

    await eventually(() => batches.length === 1);

    expect(batches[0]?.[0]).toEqual({
      eventID: expect.any(String),
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      eventSourceARN: `arn:aws:dynamodb:us-east-1:000000000000:table/${table}/stream/2000`,
      dynamodb: {
        ApproximateCreationDateTime: expect.closeTo(Date.now() / 1000, -1),
        Keys: { owner_id: { S: 'ann' }, thing_id: { S: '1' } },
        NewImage: { owner_id: { S: 'ann' }, thing_id: { S: '1' }, blob: { B: 'AAEC' } },
        SequenceNumber: expect.any(String),
        SizeBytes: expect.any(Number),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
  });

  it('keeps order and size of batches', async () => {
    await putAll('1', '2', '3', '4', '5');

    const { batches } = await consume(() => success, { BatchSize: 2 });
    await eventually(() => batches.flat().length === 5);

    expect(batches.map(ids)).toEqual(['1 2', '3 4', '5']);
  });

  it('keeps the order of each item when batches run in parallel', async () => {
    await putAll('a', 'b', 'c');
    for (const id of ['a', 'b', 'c', 'a']) await put(id, { again: { BOOL: true } });
    await put('a', { last: { BOOL: true } });

    const { batches } = await consume(() => success, { BatchSize: 1, ParallelizationFactor: 3 });
    await eventually(() => batches.flat().length === 7);

    const ofA = batches.flat().filter((record) => record.dynamodb.Keys.thing_id?.S === 'a');
    const order = ofA.map((record) => record.dynamodb.SequenceNumber);
    expect(order).toEqual([...order].sort());
  });

  it('skips records that its filters reject', async () => {
    const Pattern = JSON.stringify({ eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['wanted'] } } } });
    const { batches } = await consume(() => success, { FilterCriteria: { Filters: [{ Pattern }] } });
    await put('1', { kind: { S: 'other' } });
    await put('2', { kind: { S: 'wanted' } });

    await eventually(() => batches.length > 0);

    expect(batches.map(ids)).toEqual(['2']);
  });

  it('delivers changes and removals with both images', async () => {
    const { batches } = await consume(() => success);
    await put('1');
    await put('1', { size: { N: '2' } });
    const Key = { owner_id: { S: 'ann' }, thing_id: { S: '1' } };
    await db.wire.call('dynamodb', 'DeleteItem', { TableName: table, Key });

    await eventually(() => batches.flat().length === 3);

    const [, modified, removed] = batches.flat();
    expect(modified).toMatchObject({
      eventName: 'MODIFY',
      dynamodb: { OldImage: Key, NewImage: { ...Key, size: { N: '2' } } },
    });
    expect(removed).toMatchObject({ eventName: 'REMOVE', dynamodb: { OldImage: { ...Key, size: { N: '2' } } } });
  });
});

describe('a failing function', () => {
  it('receives the same batch again before any later one', async () => {
    await putAll('1', '2', '3');
    let failures = 2;

    const { batches } = await consume(() => (failures-- > 0 ? failed : success), { BatchSize: 2 });
    await eventually(() => batches.length === 4);

    expect(batches.map(ids)).toEqual(['1 2', '1 2', '1 2', '3']);
  });

  it('loses a batch after the retries of the mapping, and the next batch follows', async () => {
    await putAll('1', '2');

    const { batches, dropped } = await consume((records) => (ids(records) === '1' ? failed : success), {
      BatchSize: 1,
      MaximumRetryAttempts: 2,
    });
    await eventually(() => batches.length === 4);

    expect(batches.map(ids)).toEqual(['1', '1', '1', '2']);
    expect(dropped).toEqual(['1: it threw']);
  });

  it('receives smaller batches when the mapping bisects, so that only the bad record is lost', async () => {
    await putAll('1', '2', 'bad', '4');

    const { batches, dropped } = await consume((records) => (ids(records).includes('bad') ? failed : success), {
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 3,
    });
    await eventually(() => dropped.length === 1 && batches.map(ids).includes('4'));

    expect(dropped).toEqual(['bad: it threw']);
    expect(batches.map(ids).filter((batch) => !batch.includes('bad'))).toEqual(['1 2', '4']);
  });

  it('continues at the first record that it reports', async () => {
    await putAll('1', '2', '3');
    let reported = false;
    const reportSecond: Handler = (records) => {
      if (reported) return success;
      reported = true;
      return { ok: true, payload: { batchItemFailures: [{ itemIdentifier: records[1]?.dynamodb.SequenceNumber }] } };
    };

    const { batches } = await consume(reportSecond, { FunctionResponseTypes: ['ReportBatchItemFailures'] });
    await eventually(() => batches.length === 2);

    expect(batches.map(ids)).toEqual(['1 2 3', '2 3']);
  });

  it('receives the whole batch again for an unknown identifier', async () => {
    await putAll('1', '2');
    let answers = 0;
    const unknown = { ok: true, payload: { batchItemFailures: [{ itemIdentifier: '' }] } } as const;

    const { batches } = await consume(() => (answers++ === 0 ? unknown : success), {
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    await eventually(() => batches.length === 2);

    expect(batches.map(ids)).toEqual(['1 2', '1 2']);
  });
});

describe('a restarted event source mapping', () => {
  it('continues after the last completed record', async () => {
    await putAll('1', '2');
    const before = await consume(() => success);
    await eventually(() => before.batches.flat().length === 2);
    await before.dispatcher.stop();
    await put('3');

    const after = await consume(() => success);
    await eventually(() => after.batches.length > 0);

    expect(after.batches.map(ids)).toEqual(['3']);
  });

  it('delivers unfinished records again', async () => {
    await putAll('1');
    const before = await consume(() => failed);
    await eventually(() => before.batches.length > 0);
    await before.dispatcher.stop();

    const after = await consume(() => success);
    await eventually(() => after.batches.length > 0);

    expect(after.batches.map(ids)).toEqual(['1']);
  });

  it('that starts at the latest record skips only records from before its first start', async () => {
    await putAll('old');
    const before = await consume(() => success, { StartingPosition: 'LATEST' });
    await put('new');
    await eventually(() => before.batches.length > 0);
    await before.dispatcher.stop();
    await put('newer');

    const after = await consume(() => success, { StartingPosition: 'LATEST' });
    await eventually(() => after.batches.length > 0);

    expect([...before.batches, ...after.batches].map(ids)).toEqual(['new', 'newer']);
  });
});

describe('a stream that is read when it is written', () => {
  const NEVER = 600_000;

  it('is read to its end, page by page', async () => {
    await putAll('1', '2', '3');

    const { batches } = await consume(() => success, { BatchSize: 1 }, NEVER);
    await eventually(() => batches.length === 3);

    expect(batches.map(ids)).toEqual(['1', '2', '3']);
  });

  it('is read once for each write', async () => {
    const forward = vi.spyOn(db.wire, 'forward');
    onTestFinished(() => forward.mockRestore());
    const { dispatcher, batches } = await consume(() => success, {}, NEVER);
    const writes = ['1', '2', '3', '4'];

    for (const [index, id] of writes.entries()) {
      await put(id);
      dispatcher.nudge([table]);
      await eventually(() => batches.length > index);
    }

    const reads = forward.mock.calls.filter(([target]) => target.endsWith('.GetRecords'));
    // The reader also reads once at its start.
    expect(reads.length).toBeLessThanOrEqual(1 + writes.length);
  });
});
