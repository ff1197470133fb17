import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { BatchDelivery, type Invocation } from '../../../../../infra/local/dynamodb/batch-delivery.ts';
import { beginWithLog } from '../../../../../infra/local/dynamodb/engine.ts';
import type { EventSource } from '../../../../../infra/local/dynamodb/event-source.ts';
import type { StreamRecord } from '../../../../../infra/local/dynamodb/stream.ts';
import { DynamoDbWire } from '../../../../../infra/local/dynamodb/wire.ts';

/** Connections of a wire. */
const MOST_SOCKETS = 64;

let server: Server | undefined;
let wire: DynamoDbWire | undefined;

afterEach(() => {
  wire?.close();
  server?.closeAllConnections();
  server?.close();
});

/** @param atOnce requests that the first response waits for */
async function start(
  closes: (request: number, socket: Socket) => boolean,
  atOnce = 1,
): Promise<{ wire: DynamoDbWire; requests: () => number }> {
  let requests = 0;
  const waiting: ServerResponse[] = [];
  const started = createServer((request, response) => {
    requests += 1;
    if (closes(requests, request.socket)) request.socket.destroy();
    else waiting.push(response);
    if (requests >= atOnce) for (const one of waiting.splice(0)) one.end('{}');
  }).listen(0, '127.0.0.1');
  server = started;
  await once(started, 'listening');
  wire = new DynamoDbWire(`http://127.0.0.1:${(started.address() as AddressInfo).port}`, 'LOCAL1');
  return { wire, requests: () => requests };
}

/** Closes each connection at its second request. */
function atSecondRequest(): (request: number, socket: Socket) => boolean {
  const used = new WeakSet<Socket>();
  return (_, socket) => {
    const isSecond = used.has(socket);
    used.add(socket);
    return isSecond;
  };
}

const callAtOnce = (connected: DynamoDbWire, times: number) =>
  Promise.all(Array.from({ length: times }, () => connected.call('dynamodb', 'ListTables', {})));

it('DynamoDbWire repeats a request when the reused connection is closed', async () => {
  const { wire: connected, requests } = await start((request) => request === 2);
  await connected.call('dynamodb', 'ListTables', {});

  expect(await connected.call('dynamodb', 'ListTables', {})).toEqual({});
  expect(requests()).toBe(3);
});

it('DynamoDbWire repeats a request when all kept connections are closed', async () => {
  const { wire: connected } = await start(atSecondRequest(), 3);
  await callAtOnce(connected, 3);

  expect(await connected.call('dynamodb', 'ListTables', {})).toEqual({});
});

it('DynamoDbWire repeats a request that waited for a connection, which is then closed', async () => {
  const { wire: connected, requests } = await start(atSecondRequest(), MOST_SOCKETS);

  expect(await callAtOnce(connected, MOST_SOCKETS + 1)).toHaveLength(MOST_SOCKETS + 1);
  expect(requests()).toBe(MOST_SOCKETS + 2);
});

it('DynamoDbWire throws when the database closes every connection', async () => {
  const { wire: connected, requests } = await start(() => true);

  await expect(connected.call('dynamodb', 'ListTables', {})).rejects.toThrow('socket hang up');
  expect(requests()).toBe(1);
});

const folder = mkdtempSync(join(tmpdir(), 'write-ahead-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a new database is an empty one of SQLite whose header names the write-ahead log', async () => {
  const path = join(folder, 'new.db');
  await beginWithLog(path);

  const content = readFileSync(path);
  expect(content.toString('latin1', 0, 16)).toBe('SQLite format 3\0');
  // The write and read versions: 1 with a journal, 2 with a log.
  expect([content[18], content[19]]).toEqual([2, 2]);
  // The first page is the root of the schema: a leaf without entries.
  expect([content[100], content.readUInt16BE(103)]).toEqual([0x0d, 0]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('a database that is there stays as it is', async () => {
  const path = join(folder, 'old.db');
  writeFileSync(path, 'rows of a person');
  await beginWithLog(path);

  expect(readFileSync(path, 'utf8')).toBe('rows of a person');
});

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
