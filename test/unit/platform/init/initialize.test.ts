import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { database } from '../../../../shared/platform/aws/call-limits.ts';
import { duringInit } from '../../../../shared/platform/init/during-init.ts';
import { initialize } from '../../../../shared/platform/init/initialize.ts';
import { wired } from '../../../../shared/platform/init/wired.ts';
import { log } from '../../../../shared/platform/log.ts';
import type { Exchange } from '../../../../shared/platform/rehearsal/tape.ts';

/** Stands for DynamoDB, and notes what reaches it. */
let server: Server;
let reached: string[];
let directory: string;

beforeEach(async () => {
  reached = [];
  server = createServer((request, response) => {
    reached.push(`${request.method} ${request.headers['x-amz-target'] ?? request.url}`);
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end('{"Item":{"name":{"S":"of the database"}}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  directory = await mkdtemp(join(tmpdir(), 'init-'));
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true });
  vi.restoreAllMocks();
});

const taped: Exchange = {
  call: 'DynamoDB_20120810.GetItem',
  status: 200,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: '{"Item":{"name":{"S":"of the tape"}}}',
};

async function tape(exchanges: readonly Exchange[]): Promise<URL> {
  const path = join(directory, 'tape.json');
  await writeFile(path, JSON.stringify({ at: '2026-01-01T00:00:00.000Z', event: { id: 'taped' }, exchanges }));
  return pathToFileURL(path);
}

/** A function that remembers what it has read, as some do. */
function rememberingFunction() {
  const client = new DynamoDBClient({
    ...database,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'example' },
  });
  const fetched: string[] = [];
  const depsOf = wired(() => {
    duringInit(async () => fetched.push('secret'));
    return { memory: new Map<string, string | undefined>() };
  });
  const handler = async (event: unknown) => {
    const { memory } = depsOf();
    const { id } = event as { id: string };
    if (!memory.has(id)) {
      const { Item } = await client.send(new GetItemCommand({ TableName: 'rows', Key: { id: { S: id } } }));
      memory.set(id, Item?.name?.S);
    }
    log.info('answered', { id });
    return memory.get(id);
  };
  return { handler, fetched };
}

test('INIT plays the tape, opens a connection and fetches secrets, and no call of the tape leaves', async () => {
  const lines = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { handler, fetched } = rememberingFunction();
  await initialize(handler, await tape([taped]));
  expect(reached).toEqual(['GET /', 'GET /']);
  expect(fetched).toEqual(['secret']);
  expect(lines).not.toHaveBeenCalled();
});

test('what a function learns from the tape is forgotten before the first request', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { handler } = rememberingFunction();
  await initialize(handler, await tape([taped]));
  expect(await handler({ id: 'taped' })).toBe('of the database');
});

test('the first request uses the connection that INIT opened', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { handler } = rememberingFunction();
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await initialize(handler, await tape([taped]));
  await handler({ id: 'another' });
  expect(connections).toBe(1);
});

test.each([
  ['lacks a call', async () => tape([]), 'INIT could not play its tape'],
  ['is missing', async () => pathToFileURL(join(directory, 'no.json')), 'INIT could not play its tape'],
])('a function works whose tape %s, and the log says so', async (_, tapeOf, expected) => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { handler } = rememberingFunction();
  await initialize(handler, await tapeOf());
  expect(warnings).toHaveBeenCalledWith(expect.objectContaining({ event: expected }));
  expect(await handler({ id: 'taped' })).toBe('of the database');
});

test('INIT ends although a tape never does', async () => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await initialize(() => new Promise(() => undefined), await tape([]), 20);
  expect(warnings).toHaveBeenCalledWith(expect.objectContaining({ event: 'INIT could not play its tape' }));
});
