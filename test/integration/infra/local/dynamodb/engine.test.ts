import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { type DynamoDbEngine, socketFor, startDynamoDb } from '../../../../../infra/local/dynamodb/engine.ts';
import { findJava } from '../../../../../infra/local/dynamodb/java.ts';
import { SHARED_DYNAMODB } from '../../../../../infra/local/dynamodb/test-dynamodb.ts';
import { isLoopback, listenersOf } from '../../../../support/listeners.ts';

const state = mkdtempSync(join(tmpdir(), 'engine-'));
afterAll(() => rmSync(state, { recursive: true, force: true }));

const table = {
  TableName: 'Things',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
};

async function start(folder: string): Promise<DynamoDbEngine> {
  const engine = await startDynamoDb(await findJava(), folder);
  onTestFinished(() => engine.stop());
  return engine;
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const tablesOf = async ({ wire }: DynamoDbEngine) => (await wire.call('dynamodb', 'ListTables', {})).TableNames;

it('the database of the service listens at no port, keeps its files for its user and survives a kill', async () => {
  const folder = join(state, 'dynamodb');
  const umask = process.umask(0o022);
  const killed = await start(folder).finally(() => process.umask(umask));
  await killed.wire.call('dynamodb', 'CreateTable', table);

  if (process.platform === 'linux') expect(listenersOf(killed.pid)).toEqual([]);
  expect(killed.wire.url).toBe(`unix:${join(folder, 'socket')}`);
  expect(modeOf(folder)).toBe(0o700);
  const files = readdirSync(folder);
  expect(files).toEqual(expect.arrayContaining(['access-key', 'socket', `${killed.accessKeyId}_us-east-1.db`]));
  // A new database commits to a log.
  expect(files).toContain(`${killed.accessKeyId}_us-east-1.db-wal`);
  for (const file of files) expect(modeOf(join(folder, file)) & 0o077, file).toBe(0);

  process.kill(killed.pid, 'SIGKILL');
  await killed.died;
  expect(existsSync(join(folder, 'socket'))).toBe(true);
  expect(await tablesOf(await start(folder))).toEqual(['Things']);
});

it('a folder whose path is too long for a socket has it in a private folder elsewhere', async () => {
  const socket = await socketFor(join(state, 'a-name-of-twenty-in-x'.repeat(5)));
  onTestFinished(() => rmSync(dirname(socket), { recursive: true }));

  expect(socket).not.toContain(state);
  expect(Buffer.byteLength(socket)).toBeLessThan(104);
  expect(modeOf(dirname(socket))).toBe(0o700);
});

it.runIf(process.platform === 'linux')('the database of tests listens at loopback alone', () => {
  const { port } = new URL(process.env[SHARED_DYNAMODB] ?? '');
  const found = listenersOf(process.ppid).filter((listener) => String(listener.port) === port);

  expect(found).toHaveLength(1);
  expect(found.every(isLoopback)).toBe(true);
});
