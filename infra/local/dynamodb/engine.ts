import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../state/private-folder.ts';
import { readOrCreate } from '../state/state-file.ts';
import { EngineProcess } from './engine-process.ts';
import { DynamoDbWire, WIRE_REGION } from './wire.ts';
import { beginWithLog } from './write-ahead.ts';

const READY_WITHIN_MS = 30_000;
/** Of the path of a socket, in bytes: macOS takes the fewest. */
const LONGEST_SOCKET_PATH = 103;

export interface DynamoDbEngine {
  readonly wire: DynamoDbWire;
  /** The key whose database this is: for clients that talk to DynamoDB Local directly. */
  readonly accessKeyId: string;
  readonly pid: number;
  /** Resolves when Java ends without having been stopped. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts DynamoDB Local with its data in a folder. It listens at a Unix socket in a folder that only this user may
 * enter: it checks no signature, so any other user who could connect could fill its disk with databases of their own.
 *
 * @throws with Java's output when it does not answer
 */
export async function startDynamoDb(java: string, folder: string): Promise<DynamoDbEngine> {
  await makePrivateFolder(folder);
  const accessKeyId = await readOrCreate(join(folder, 'access-key'), newKey);
  const socket = await socketFor(folder);
  await beginWithLog(join(folder, databaseName(accessKeyId)));
  const child = await EngineProcess.start(java, socket, folder);
  const engine = await answering(child, () => new DynamoDbWire(`unix:${socket}`, accessKeyId));
  const isElsewhere = dirname(socket) !== folder;
  const stop = async (): Promise<void> => {
    await engine.stop();
    await rm(isElsewhere ? dirname(socket) : socket, { recursive: true, force: true });
  };
  return { ...engine, accessKeyId, stop };
}

/** Starts one in memory, at a port of 127.0.0.1: tests and benchmarks talk to it by the SDK, which takes URLs alone. */
export async function startDynamoDbInMemory(java: string): Promise<DynamoDbEngine> {
  const accessKeyId = newKey();
  const child = await EngineProcess.start(java, 'loopback', undefined);
  const engine = await answering(child, (port) => new DynamoDbWire(`http://127.0.0.1:${port}`, accessKeyId));
  return { ...engine, accessKeyId, stop: engine.stop };
}

/** A path in the folder, else, where that is too long for a socket, in a new folder that only this user may enter. */
export async function socketFor(folder: string): Promise<string> {
  const path = join(folder, 'socket');
  if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH) return join(await mkdtemp(join(tmpdir(), 'dynamodb-')), 'socket');
  // A killed service left its own behind.
  await rm(path, { force: true });
  return path;
}

/** As DynamoDB Local names the file of a database. */
function databaseName(accessKeyId: string): string {
  return `${accessKeyId}_${WIRE_REGION}.db`;
}

/** DynamoDB Local accepts letters and digits only. */
function newKey(): string {
  return `LOCAL${randomBytes(20).toString('hex')}`;
}

async function answering(child: EngineProcess, wireTo: (port: number) => DynamoDbWire) {
  const timer = setTimeout(() => void child.stop(), READY_WITHIN_MS);
  const port = await child.listening;
  clearTimeout(timer);
  if (port === undefined) {
    throw new Error(`DynamoDB Local did not start: ${child.output.trim() || 'no output within 30 s'}`);
  }
  // What it printed of its settings is no explanation when it ends later.
  child.output = '';
  return { wire: wireTo(port), pid: child.pid, died: child.died, stop: () => child.stop() };
}
