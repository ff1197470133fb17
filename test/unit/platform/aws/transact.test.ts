import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../../../shared/platform/aws/transact.ts';
import { useHttpAgent } from '../../../support/http/http-agent.ts';

const dynamo = await useHttpAgent();
const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
const client = new DynamoDBClient({ endpoint: dynamo.url, region: 'us-east-1', credentials, maxAttempts: 1 });
const documents = DynamoDBDocumentClient.from(client);

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
