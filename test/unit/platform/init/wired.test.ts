import { createServer, type Server } from 'node:http';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { close, listen } from '../../../support/http/servers.ts';

/** Stands in for DynamoDB. */
let server: Server;
let reached: string[];
let connections: number;

beforeEach(async () => {
  reached = [];
  connections = 0;
  server = createServer((request, response) => {
    reached.push(`${request.method} ${request.headers['x-amz-target'] ?? request.url}`);
    response.end('{}');
  });
  server.on('connection', () => {
    connections += 1;
  });
  vi.stubEnv('AWS_ENDPOINT_URL', await listen(server));
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example');
  vi.resetModules();
});

afterEach(async () => {
  await close(server);
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Fresh modules, with nothing wired yet. */
async function loaded() {
  const { duringInit, initialize, wired } = await import('../../../../shared/platform/init/wired.ts');
  const { documents } = await import('../../../../shared/platform/aws/documents.ts');
  return { duringInit, initialize, wired, documents };
}

const warnings = () => vi.spyOn(console, 'warn').mockImplementation(() => undefined);

test('INIT opens the connection to DynamoDB that the first call uses', async () => {
  const { initialize, wired, documents } = await loaded();
  const depsOf = wired(documents);
  await initialize();
  expect(reached).toEqual(['GET /']);
  await depsOf().send(new GetCommand({ TableName: 'rows', Key: { id: '1' } }));
  expect(reached).toEqual(['GET /', 'POST DynamoDB_20120810.GetItem']);
  expect(connections).toBe(1);
});

test('INIT wires dependencies once, and opens nothing for a function without DynamoDB', async () => {
  const { initialize, wired } = await loaded();
  const wire = vi.fn(() => ({ name: 'deps' }));
  const depsOf = wired(wire);
  await initialize();
  expect(depsOf()).toEqual({ name: 'deps' });
  expect(wire).toHaveBeenCalledTimes(1);
  expect(reached).toEqual([]);
});

test('outside INIT nothing is fetched ahead', async () => {
  const { duringInit, wired } = await loaded();
  const fetch = vi.fn(async () => undefined);
  wired(() => duringInit(fetch))();
  expect(fetch).not.toHaveBeenCalled();
});

test('a failed task is a warning, and the others run', async () => {
  const warned = warnings();
  const { duringInit, initialize, wired } = await loaded();
  const second = vi.fn(async () => undefined);
  wired(() => {
    duringInit(() => Promise.reject(new Error('no secret')));
    duringInit(second);
  });
  await initialize();
  expect(warned).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(1);
});

test('dependencies that cannot be wired are a warning in INIT and the error of the call', async () => {
  const warned = warnings();
  const { initialize, wired } = await loaded();
  const depsOf = wired(() => {
    throw new Error('TABLE is not set');
  });
  await initialize();
  expect(warned).toHaveBeenCalledTimes(1);
  expect(depsOf).toThrow('TABLE is not set');
});

test('INIT ends even if a task never does', async () => {
  const warned = warnings();
  const { duringInit, initialize, wired } = await loaded();
  wired(() => duringInit(() => new Promise(() => undefined)));
  await initialize(20);
  expect(warned).toHaveBeenCalledWith(expect.objectContaining({ event: 'INIT took too long' }));
});
