import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  DynamoDBServiceException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { HttpRequest } from '@smithy/core/transport';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeanDocumentClient } from '../../../../../shared/platform/aws/dynamodb/document-client.ts';
import { OneShotSha256 } from '../../../../../shared/platform/aws/json-rpc/one-shot-sha256.ts';
import { queryPages } from '../../../../../shared/platform/aws/pages.ts';
import { useHttpAgent } from '../../../../support/http/http-agent.ts';

const dynamo = await useHttpAgent();
vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', dynamo.url);
vi.stubEnv('AWS_REGION', 'eu-west-1');
vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST');
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
vi.stubEnv('AWS_SESSION_TOKEN', 'token');
const lean = new LeanDocumentClient() as unknown as DynamoDBDocumentClient;
const usual = DynamoDBDocumentClient.from(new DynamoDBClient({}), { marshallOptions: { removeUndefinedValues: true } });

beforeEach(() => {
  dynamo.requests.length = 0;
  dynamo.reply = () => ({});
});
afterAll(() => {
  lean.destroy();
  vi.unstubAllEnvs();
});

const key = { owner_id: 'ann', sandbox_id: 'b1' };
const values = { ':count': 1, ':gone': undefined, ':tags': new Set(['a', 'b']), ':state': { deep: [null, true, 1.5] } };
const item = { ...key, ...values[':state'], bytes: new Uint8Array([1, 2, 255]), title: 'Grüße', none: undefined };

const commands = {
  get: () => new GetCommand({ TableName: 't', Key: key, ConsistentRead: true }),
  put: () => new PutCommand({ TableName: 't', Item: item, ConditionExpression: 'attribute_not_exists(owner_id)' }),
  update: () =>
    new UpdateCommand({
      TableName: 't',
      Key: key,
      UpdateExpression: 'SET #count = :count',
      ConditionExpression: undefined,
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: values,
    }),
  delete: () => new DeleteCommand({ TableName: 't', Key: key, ReturnValues: 'ALL_OLD' }),
  query: () =>
    new QueryCommand({
      TableName: 't',
      KeyConditionExpression: 'owner_id = :owner',
      ExpressionAttributeValues: { ':owner': 'ann' },
      ExclusiveStartKey: key,
      Limit: 10,
    }),
  scan: () => new ScanCommand({ TableName: 't', ExclusiveStartKey: undefined }),
  batch: () => new BatchGetCommand({ RequestItems: { t: { Keys: [key, { ...key, sandbox_id: 'b2' }] } } }),
  transaction: () =>
    new TransactWriteCommand({
      ClientRequestToken: 'once',
      TransactItems: [
        { Put: { TableName: 't', Item: item } },
        { Update: { TableName: 't', Key: key, UpdateExpression: 'ADD n :n', ExpressionAttributeValues: { ':n': 2 } } },
        { Delete: { TableName: 't', Key: key } },
        { ConditionCheck: { TableName: 't', Key: key, ConditionExpression: 'attribute_exists(owner_id)' } },
      ],
    }),
};

type Name = keyof typeof commands;
const names = Object.keys(commands) as readonly Name[];

/** A table of commands cannot use the client's overloads. */
const send = (client: DynamoDBDocumentClient, name: Name): Promise<Record<string, unknown>> =>
  client.send(commands[name]() as never) as Promise<Record<string, unknown>>;

const said = () => {
  const [request] = dynamo.requests.splice(0);
  if (!request) throw new Error('there was no request');
  const { method, path, body, headers } = request;
  const { 'x-amz-target': target, 'content-type': type, 'content-length': length, host } = headers;
  return { method, path, body, target, type, length, host };
};

const row = {
  owner_id: { S: 'ann' },
  count: { N: '12' },
  large: { N: '12345678901234567890' },
  tags: { SS: ['a'] },
  sizes: { NS: ['1', '2'] },
  state: { M: { deep: { L: [{ NULL: true }, { BOOL: false }] } } },
  bytes: { B: 'AQL/' },
};

const outputs: Readonly<Record<Name, object>> = {
  get: { Item: row },
  put: {},
  update: { Attributes: row },
  delete: { Attributes: row },
  query: { Items: [row, row], Count: 2, ScannedCount: 3, LastEvaluatedKey: { owner_id: { S: 'ann' } } },
  scan: { Items: [], Count: 0, ScannedCount: 0 },
  batch: { Responses: { t: [row] }, UnprocessedKeys: { t: { Keys: [{ owner_id: { S: 'ann' } }] } } },
  transaction: {},
};

describe('the document client of functions', () => {
  it.each(names)("asks for the same as the SDK's own: %s", async (name) => {
    await send(lean, name);
    const ours = said();
    await send(usual, name);

    expect(ours).toEqual(said());
  });

  it('writes any row as the SDK does', async () => {
    const value = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.string({ unit: 'grapheme' }),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.boolean(),
        fc.constant(null),
        fc.uint8Array({ minLength: 1, maxLength: 5 }),
        fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 3 }).map((members) => new Set(members)),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string({ minLength: 1 }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ minLength: 1 }), value, { noNullPrototype: true }), async (Item) => {
        await lean.send(new PutCommand({ TableName: 't', Item }));
        const ours = said();
        await usual.send(new PutCommand({ TableName: 't', Item }));
        expect(ours).toEqual(said());

        dynamo.reply = () => ({ body: { Item: ours.body.Item } });
        const [read, theirs] = [await send(lean, 'get'), await send(usual, 'get')];
        expect(read.Item).toEqual(theirs.Item);
        dynamo.requests.length = 0;
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['a number that has lost digits', 2 ** 60],
    ['no number', Number.NaN],
    ['an empty set', new Set()],
    ['a set of two types', new Set([1, 'a'])],
    ['an object of a class', new Date(0)],
  ])('refuses a value that no row can hold, and sends nothing: %s', async (_, value) => {
    await expect(lean.send(new PutCommand({ TableName: 't', Item: { value } }))).rejects.toThrow(TypeError);
    expect(dynamo.requests).toEqual([]);
  });

  it.each(names)("reads the same answer as the SDK's own: %s", async (name) => {
    dynamo.reply = () => ({ body: outputs[name] });

    const { $metadata: ours, ...output } = await send(lean, name);
    const { $metadata: theirs, ...expected } = await send(usual, name);

    expect(output).toEqual(expected);
    expect(ours).toMatchObject({ httpStatusCode: 200, attempts: 1 });
    expect(theirs).toMatchObject({ httpStatusCode: 200, attempts: 1 });
  });

  it('reads all pages', async () => {
    dynamo.reply = ({ body }) => ({
      body: body.ExclusiveStartKey ? { Items: [] } : { Items: [row], LastEvaluatedKey: { owner_id: { S: 'ann' } } },
    });
    const pages: unknown[] = [];

    const { ExclusiveStartKey: _, ...query } = commands.query().input;
    for await (const rows of queryPages(lean, query)) pages.push(rows);

    expect(pages).toHaveLength(2);
    expect(dynamo.requests[1]?.body.ExclusiveStartKey).toEqual({ owner_id: { S: 'ann' } });
  });

  const errorOf = (client: DynamoDBDocumentClient) =>
    send(client, 'get').then(
      () => undefined,
      (error: DynamoDBServiceException & Record<string, unknown>) => error,
    );

  it.each([
    [
      'ConditionalCheckFailedException',
      { message: 'no', Item: { owner_id: { S: 'ann' } } },
      ConditionalCheckFailedException,
    ],
    [
      'TransactionCanceledException',
      { Message: 'no', CancellationReasons: [{ Code: 'None' }] },
      TransactionCanceledException,
    ],
    ['TransactionConflictException', { message: 'busy' }, TransactionConflictException],
    ['ValidationException', { message: 'wrong' }, DynamoDBServiceException],
    ['ResourceNotFoundException', { message: 'no table' }, DynamoDBServiceException],
    ['ItemCollectionSizeLimitExceededException', { message: 'large' }, DynamoDBServiceException],
  ])("fails as the SDK's own: %s", async (name, body, type) => {
    const __type = `com.amazonaws.dynamodb.v20120810#${name}`;
    dynamo.reply = () => ({ status: 400, body: { __type, ...body } });

    const [ours, theirs] = [await errorOf(lean), await errorOf(usual)];

    expect(ours).toBeInstanceOf(type);
    const seen = (error: typeof ours) => ({
      name: error?.name,
      message: error?.message,
      fault: error?.$fault,
      item: error?.Item,
      reasons: error?.CancellationReasons,
      status: error?.$metadata.httpStatusCode,
      attempts: error?.$metadata.attempts,
    });
    expect(seen(ours)).toEqual(seen(theirs));
    expect(dynamo.requests).toHaveLength(2);
  });

  it.each([
    ['a failure of DynamoDB', { status: 500, body: { __type: 'com.amazonaws.dynamodb#InternalServerError' } }],
    ['a text of a proxy', { status: 503, headers: { 'content-type': 'text/html' }, body: '<html>' }],
    ['a broken connection', undefined],
  ])('tries again after %s, as the same transaction', async (_, failure) => {
    dynamo.reply = () => (dynamo.requests.length === 1 ? failure : {});

    await lean.send(new TransactWriteCommand({ TransactItems: [{ Delete: { TableName: 't', Key: key } }] }));

    const tokens = dynamo.requests.map(({ body }) => body.ClientRequestToken);
    expect(tokens).toHaveLength(2);
    expect(tokens[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(tokens[1]).toBe(tokens[0]);
  });

  it("fails after as many attempts as the SDK's client", async () => {
    dynamo.reply = () => ({ status: 500, body: { __type: 'InternalServerError' } });

    const ours = await errorOf(lean);
    const tries = dynamo.requests.splice(0).length;
    await errorOf(usual);

    expect(ours).toMatchObject({ name: 'InternalServerError', $fault: 'server', $metadata: { attempts: tries } });
    expect(dynamo.requests).toHaveLength(tries);
  });

  it('signs requests', async () => {
    await send(lean, 'put');
    const [{ headers, body }] = dynamo.requests as [(typeof dynamo.requests)[number]];
    const names = /SignedHeaders=([^,]+)/.exec(String(headers.authorization))?.[1]?.split(';') ?? [];
    const kept = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
    const date = String(headers['x-amz-date']).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z');
    const signature = new SignatureV4({
      service: 'dynamodb',
      region: 'eu-west-1',
      credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret', sessionToken: 'token' },
      sha256: OneShotSha256,
      applyChecksum: false,
    });

    const request = new HttpRequest({ method: 'POST', path: '/', headers: kept, body: JSON.stringify(body) });
    const again = await signature.sign(request, { signingDate: new Date(date) });

    expect(names).toEqual(expect.arrayContaining(['host', 'x-amz-date', 'x-amz-security-token', 'x-amz-target']));
    expect(again.headers.authorization).toBe(headers.authorization);
  });
});
