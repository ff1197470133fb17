import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { DynamoDbWire } from '../../../../../infra/local/dynamodb/wire.ts';

let server: Server | undefined;
let wire: DynamoDbWire | undefined;

afterEach(() => {
  wire?.close();
  server?.closeAllConnections();
  server?.close();
});

async function start(closes: (request: number) => boolean): Promise<{ wire: DynamoDbWire; requests: () => number }> {
  let requests = 0;
  const started = createServer((request, response) => {
    requests += 1;
    if (closes(requests)) request.socket.destroy();
    else response.end('{}');
  }).listen(0, '127.0.0.1');
  server = started;
  await once(started, 'listening');
  wire = new DynamoDbWire(`http://127.0.0.1:${(started.address() as AddressInfo).port}`, 'LOCAL1');
  return { wire, requests: () => requests };
}

it('DynamoDbWire repeats a request when the reused connection is closed', async () => {
  const { wire: connected, requests } = await start((request) => request === 2);
  await connected.call('dynamodb', 'ListTables', {});

  expect(await connected.call('dynamodb', 'ListTables', {})).toEqual({});
  expect(requests()).toBe(3);
});

it('DynamoDbWire throws when the database closes every connection', async () => {
  const { wire: connected, requests } = await start(() => true);

  await expect(connected.call('dynamodb', 'ListTables', {})).rejects.toThrow('socket hang up');
  expect(requests()).toBe(1);
});
