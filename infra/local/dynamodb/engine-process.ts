import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { engineJar } from './engine-jar.ts';

const STOP_WITHIN_MS = 3_000;
/**
 * DynamoDB Local makes errors ahead for each request and throws few of them. Their stack traces are a quarter of the
 * CPU time of a transaction; types and messages remain.
 */
const NO_STACK_TRACES = '-XX:-StackTraceInThrowable';
/** Counters for other programs of the JVM wake it 20 times a second, also when nothing happens. */
const NO_COUNTERS = '-XX:-UsePerfData';
const JVM_FLAGS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx256m', NO_STACK_TRACES, NO_COUNTERS];

/**
 * Java makes its files for their owner alone (`umask`). It does not notice its parent's death, so a shell beside it
 * does: `cat` ends with the parent's pipe.
 */
const SHELL = 'umask 077; (cat <&3 >/dev/null; kill -9 $$) & exec "$@" 3<&-';

/** The Java program of the database. */
export class EngineProcess {
  readonly pid: number;
  /** Resolves with its last output when it ends without having been stopped. */
  readonly died: Promise<string>;
  /** Resolves to its port, -1 for a socket, when it answers; to nothing when it ends before. */
  readonly listening: Promise<number | undefined>;
  output = '';
  #stopping = false;
  #running = true;
  readonly #ended: Promise<void>;

  private constructor(program: readonly string[]) {
    const child = spawn('/bin/sh', ['-c', SHELL, 'java', ...program], {
      // A group of its own: Ctrl-C in the terminal must not kill the database before its writers have stopped.
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

  /** Asks Java to end in order, for a kill may lose the writes of the last two milliseconds; then insists. */
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
      // The group is gone already, which is what was wanted.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  /** Keeps the end of its output. @returns its port as soon as it has printed it */
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
