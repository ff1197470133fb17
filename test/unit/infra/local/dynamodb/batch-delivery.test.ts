import { describe, expect, it } from 'vitest';
import { BatchDelivery, type Invocation } from '../../../../../infra/local/dynamodb/batch-delivery.ts';
import type { EventSource } from '../../../../../infra/local/dynamodb/event-source.ts';
import type { StreamRecord } from '../../../../../infra/local/dynamodb/stream.ts';

const source = {
  functionName: 'f',
  eventSourceArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/s',
  batchSize: 10,
  parallelizationFactor: 1,
  maximumRetryAttempts: 0,
  maximumRecordAgeSeconds: 3600,
  bisectBatchOnFunctionError: true,
  reportBatchItemFailures: true,
  accepts: () => true,
} as unknown as EventSource;

const record = (id: string) =>
  ({
    eventName: 'INSERT',
    dynamodb: { Keys: { id: { S: id } }, SequenceNumber: id, ApproximateCreationDateTime: Date.now() / 1000 },
  }) as unknown as StreamRecord;

describe('records for a throttled function', () => {
  it('wait in their order until it may run, which costs no attempt and splits no batch', async () => {
    const batches: number[] = [];
    const answers: Invocation[] = [
      { ok: false, reason: 'Rate Exceeded.', isThrottled: true },
      { ok: false, reason: 'Rate Exceeded.', isThrottled: true },
      { ok: true, payload: null },
    ];
    const delivery = new BatchDelivery(source, 'us-east-1', {
      async invoke(_, payload) {
        batches.push((payload as { Records: unknown[] }).Records.length);
        return answers.shift() ?? expect.unreachable('was delivered already');
      },
      onDropped: (_, __, reason) => expect.unreachable(reason),
    });

    await delivery.deliver([record('1'), record('2')], new AbortController().signal);

    expect(batches).toEqual([2, 2, 2]);
  });
});
