import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../../shared/aws/transact.ts';
import { useHttpAgent } from '../../support/http-agent.ts';

/** DynamoDB is an HTTP service like any other: the test says what it answers. */
const dynamo = await useHttpAgent();
const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
const client = new DynamoDBClient({ endpoint: dynamo.url, region: 'us-east-1', credentials, maxAttempts: 1 });
const documents = DynamoDBDocumentClient.from(client);
const items = ['a', 'b'].map((id) => ({ Put: { TableName: 'things', Item: { id } } }));

class LostRace extends Error {
  readonly index: number;

  constructor(index: number) {
    super(`lost ${index}`);
    this.index = index;
  }
}

const write = () =>
  transact(documents, items, (index) => {
    throw new LostRace(index);
  });
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

describe('a transaction', () => {
  it('names the first item whose condition failed', async () => {
    dynamo.reply = () => cancelled('None', 'ConditionalCheckFailed');

    await expect(write()).rejects.toMatchObject({ index: 1 });
    expect(dynamo.requests).toHaveLength(1);
  });

  it('that met another on a row is tried again', async () => {
    dynamo.reply = () => (dynamo.requests.length < 3 ? cancelled('TransactionConflict', 'None') : {});

    await expect(write()).resolves.toBeUndefined();
    expect(dynamo.requests).toHaveLength(3);
  });

  it('that meets others each time is a conflict that callers may repeat', async () => {
    dynamo.reply = () => cancelled('TransactionConflict', 'None');

    await expect(write()).rejects.toMatchObject({ code: 'conflict' });
    expect(dynamo.requests).toHaveLength(5);
  });

  it('fails for any other reason as it is', async () => {
    dynamo.reply = () => cancelled('ValidationError', 'None');
    await expect(write()).rejects.toMatchObject({ name: 'TransactionCanceledException' });

    dynamo.reply = () => ({ status: 400, body: { __type: 'x#ValidationException', message: 'no' } });
    await expect(write()).rejects.toMatchObject({ name: 'ValidationException' });
  });
});
