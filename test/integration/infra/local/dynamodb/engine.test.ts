import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type DynamoDbEngine, socketFor, startDynamoDb } from '../../../../../infra/local/dynamodb/engine.ts';
import { findJava } from '../../../../../infra/local/dynamodb/java.ts';
import { SHARED_DYNAMODB } from '../../../../../infra/local/dynamodb/test-dynamodb.ts';
import { isLoopback, listenersOf } from '../../../../support/listeners.ts';
import { folderOfFile } from '../../../../support/temporary-folder.ts';

const state = folderOfFile();

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

it('the database of the service listens on no port, keeps its files private and survives a kill', async () => {
  const folder = join(state, 'dynamodb');
  const umask = process.umask(0o022);
  const killed = await start(folder).finally(() => process.umask(umask));
  await killed.wire.call('dynamodb', 'CreateTable', table);

  if (process.platform === 'linux') expect(listenersOf(killed.pid)).toEqual([]);
  expect(killed.wire.url).toBe(`unix:${join(folder, 'socket')}`);
  expect(modeOf(folder)).toBe(0o700);
  const files = readdirSync(folder);
  expect(files).toEqual(expect.arrayContaining(['access-key', 'socket', `${killed.accessKeyId}_us-east-1.db`]));
  // A new database uses a write-ahead log.
  expect(files).toContain(`${killed.accessKeyId}_us-east-1.db-wal`);
  for (const file of files) expect(modeOf(join(folder, file)) & 0o077, file).toBe(0);

  process.kill(killed.pid, 'SIGKILL');
  await killed.died;
  expect(existsSync(join(folder, 'socket'))).toBe(true);
  expect(await tablesOf(await start(folder))).toEqual(['Things']);
});

it('the socket is in another private folder when the path is too long', async () => {
  const socket = await socketFor(join(state, 'a-name-of-twenty-in-x'.repeat(5)));
  onTestFinished(() => rmSync(dirname(socket), { recursive: true }));

  expect(socket).not.toContain(state);
  expect(Buffer.byteLength(socket)).toBeLessThan(104);
  expect(modeOf(dirname(socket))).toBe(0o700);
});

it.runIf(process.platform === 'linux')('the database of tests listens only on loopback', () => {
  const { port } = new URL(process.env[SHARED_DYNAMODB] ?? '');
  const found = listenersOf(process.ppid).filter((listener) => String(listener.port) === port);

  expect(found).toHaveLength(1);
  expect(found.every(isLoopback)).toBe(true);
});
