import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batchGet, batchGetFrom } from '../../../../shared/platform/aws/batch-get.ts';
import { transact } from '../../../../shared/platform/aws/transact.ts';
import { useHttpAgent } from '../../../support/http/http-agent.ts';

const dynamo = await useHttpAgent();
const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
const client = new DynamoDBClient({ endpoint: dynamo.url, region: 'us-east-1', credentials, maxAttempts: 1 });
const documents = DynamoDBDocumentClient.from(client);

const keysOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: String(index) }));
const marshalled = (ids: readonly string[]) => ids.map((id) => ({ id: { S: id } }));

interface Asked {
  readonly RequestItems: { readonly things: { readonly Keys: readonly { id: { S: string } }[] } };
}

function answering(processed: (asked: number) => number): number[] {
  const sizes: number[] = [];
  dynamo.reply = ({ body }) => {
    const ids = (body as Asked).RequestItems.things.Keys.map(({ id }) => id.S);
    sizes.push(ids.length);
    const count = processed(sizes.length);
    const left = marshalled(ids.slice(count));
    const UnprocessedKeys = left.length > 0 ? { things: { Keys: left } } : {};
    return { body: { Responses: { things: marshalled(ids.slice(0, count)) }, UnprocessedKeys } };
  };
  return sizes;
}

describe('batchGet', () => {
  it('reads rows in batches', async () => {
    const sizes = answering(() => 100);

    expect(await batchGet(documents, 'things', keysOf(250))).toHaveLength(250);
    expect(sizes).toEqual([100, 100, 50]);
  });

  it('requests unprocessed keys again', async () => {
    const sizes = answering((asked) => (asked % 2 === 0 ? 30 : 0));

    const found = await batchGet(documents, 'things', keysOf(90));

    expect(new Set(found)).toEqual(new Set(keysOf(90)));
    expect(sizes).toEqual([90, 90, 60, 60, 30, 30]);
  });

  it('stops after a bounded number of attempts', async () => {
    const sizes = answering(() => 0);

    await expect(batchGet(documents, 'things', keysOf(3))).rejects.toMatchObject({ code: 'unavailable' });
    expect(sizes).toHaveLength(6);
  });

  it('waits between attempts', async () => {
    const sizes = answering(() => 0);
    const began = performance.now();
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);

    await expect(batchGet(documents, 'things', keysOf(1))).rejects.toThrow();

    random.mockRestore();
    expect(sizes).toHaveLength(6);
    // Half of 50, 100, 200, 400 and 800 milliseconds, with some tolerance for early timers.
    expect(performance.now() - began).toBeGreaterThan(700);
  });
});

describe('batchGetFrom', () => {
  const idsOf = (table: string, { body }: { readonly body: { readonly RequestItems: Record<string, Ids> } }) =>
    body.RequestItems[table]?.Keys.map(({ id }) => id.S) ?? [];

  it('reads rows of several tables in one call, and requests unprocessed keys again', async () => {
    const calls: string[][][] = [];
    dynamo.reply = (request) => {
      const [things, others] = [idsOf('things', request), idsOf('others', request)];
      calls.push([things, others]);
      const left = calls.length === 1 ? { others: { Keys: marshalled(others) } } : {};
      const found = calls.length === 1 ? [] : marshalled(others);
      return { body: { Responses: { things: marshalled(things), others: found }, UnprocessedKeys: left } };
    };

    const found = await batchGetFrom(documents, [
      { table: 'others', keys: [{ id: '7' }] },
      { table: 'things', keys: keysOf(2) },
      { table: 'unasked', keys: [] },
    ]);

    expect(found).toEqual([[{ id: '7' }], keysOf(2), []]);
    expect(calls).toEqual([
      [['0', '1'], ['7']],
      [[], ['7']],
    ]);
  });

  it('calls nothing without a key', async () => {
    dynamo.reply = () => undefined;

    expect(await batchGetFrom(documents, [{ table: 'things', keys: [] }])).toEqual([[]]);
  });
});

interface Ids {
  readonly Keys: readonly { readonly id: { readonly S: string } }[];
}

class LostRace extends Error {
  readonly index: number;

  constructor(index: number) {
    super(`lost ${index}`);
    this.index = index;
  }
}

const parts = ['a', 'b'].map((id, index) => ({
  item: { Put: { TableName: 'things', Item: { id } } },
  lost: () => new LostRace(index),
}));
const write = () => transact(documents, parts);
const cancelled = (...codes: string[]) => ({
  status: 400,
  body: {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: 'Transaction cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
  },
});

beforeEach(() => {
  dynamo.requests.length = 0;
});

describe('transaction', () => {
  it('names the first item whose condition failed', async () => {
    dynamo.reply = () => cancelled('None', 'ConditionalCheckFailed');

    await expect(write()).rejects.toMatchObject({ index: 1 });
    expect(dynamo.requests).toHaveLength(1);
  });

  it('is retried after a conflict with another transaction', async () => {
    dynamo.reply = () => (dynamo.requests.length < 3 ? cancelled('TransactionConflict', 'None') : {});

    await expect(write()).resolves.toBeUndefined();
    expect(dynamo.requests).toHaveLength(3);
  });

  it('throws a retryable conflict after repeated conflicts', async () => {
    dynamo.reply = () => cancelled('TransactionConflict', 'None');

    await expect(write()).rejects.toMatchObject({ code: 'conflict' });
    expect(dynamo.requests).toHaveLength(5);
  });

  it('throws every other error unchanged', async () => {
    dynamo.reply = () => cancelled('ValidationError', 'None');
    await expect(write()).rejects.toMatchObject({ name: 'TransactionCanceledException' });

    dynamo.reply = () => ({ status: 400, body: { __type: 'x#ValidationException', message: 'no' } });
    await expect(write()).rejects.toMatchObject({ name: 'ValidationException' });
  });
});
