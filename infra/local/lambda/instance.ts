import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { FunctionSettings } from './function-settings.ts';
import { failure, type Outcome, success } from './outcome.ts';

const bootstrap = fileURLToPath(new URL('./bootstrap.mjs', import.meta.url));

/** Lambda allows 10 s and one retry. A laptop that starts everything at once may need longer. */
const initLimitMilliseconds = 60_000;

/** V8 would begin with 1 MB for new objects, and collect garbage several times during a start. */
const NEW_SPACE_MEGABYTES = 16;

const ErrorDescription = z.object({ errorType: z.string(), errorMessage: z.string(), trace: z.array(z.string()) });
const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('init-failure'), error: ErrorDescription }),
  z.object({ type: z.literal('piece'), id: z.string(), data: z.base64() }),
  z.object({ type: z.literal('success'), id: z.string(), payload: z.string() }),
  z.object({
    type: z.literal('failure'),
    id: z.string().optional(),
    error: ErrorDescription,
    fatal: z.boolean().optional(),
  }),
]);

export interface Invocation {
  readonly requestId: string;
  /** The event as JSON. */
  readonly event: string;
  /** Receives each piece that a handler streams, in order, before the invocation ends. */
  readonly onPiece?: (piece: Buffer) => void;
}

/** One execution environment of a function. It runs one invocation at a time. */
export interface FunctionInstance {
  /** Whether it can take another invocation. */
  readonly alive: boolean;
  /** Resolves when it can take an invocation; with the reason when it never will. */
  readonly ready: Promise<Outcome | undefined>;
  run(invocation: Invocation): Promise<Outcome>;
  /** Ends the running invocation. Resolves when it has ended. */
  stop(): Promise<void>;
}

/** An execution environment: a child process that holds the loaded handler. */
export class Instance implements FunctionInstance {
  readonly #settings: FunctionSettings;
  readonly #child: ChildProcess;
  readonly #log: (line: string) => void;
  readonly #exited: Promise<void>;
  readonly ready: Promise<Outcome | undefined>;
  #alive = true;
  #finishInit: (problem: Outcome | undefined) => void = () => undefined;
  #finish: ((outcome: Outcome) => void) | undefined;
  #onPiece: ((piece: Buffer) => void) | undefined;

  constructor(settings: FunctionSettings, environment: Readonly<Record<string, string>>, log: (line: string) => void) {
    this.#settings = settings;
    this.#log = log;
    this.#child = start(settings, environment);
    this.ready = this.#untilReady();
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        this.#end(signal === null ? `exit status ${code}` : `signal: ${signal}`);
        resolve();
      });
      // A process that could not be started does not exit.
      this.#child.on('error', (error) => {
        this.#end(error.message);
        resolve();
      });
    });
    this.#child.on('message', (message) => {
      const known = Message.safeParse(message);
      // The code of the function can send messages too, which mean nothing here.
      if (known.success) this.#receive(known.data);
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream) onLines(stream, log);
    }
  }

  /** False after a crash, a timeout or a failed initialisation. */
  get alive(): boolean {
    return this.#alive;
  }

  async run(invocation: Invocation): Promise<Outcome> {
    const problem = await this.ready;
    if (problem) return problem;
    if (!this.#alive) return failure('Runtime.ExitError', `RequestId: ${invocation.requestId} Error: Runtime exited`);
    return new Promise((resolve) => {
      const { timeoutMilliseconds, arn } = this.#settings;
      const timer = setTimeout(() => this.#timeOut(invocation), timeoutMilliseconds);
      this.#finish = (outcome) => {
        clearTimeout(timer);
        this.#finish = undefined;
        this.#onPiece = undefined;
        resolve(outcome);
      };
      const { requestId: id, event, onPiece } = invocation;
      this.#onPiece = onPiece;
      // A failed send needs no handling: the process is gone, and its exit ends the invocation.
      this.#child.send({ id, event, traceId: newTraceId(), arn, timeoutMilliseconds }, () => undefined);
    });
  }

  /** Kills the process and waits for its exit. */
  async stop(): Promise<void> {
    this.#alive = false;
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  #untilReady(): Promise<Outcome | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#kill(failure('Sandbox.Timedout', `Init took longer than ${initLimitMilliseconds / 1000} seconds`));
      }, initLimitMilliseconds);
      this.#finishInit = (problem) => {
        clearTimeout(timer);
        resolve(problem);
      };
    });
  }

  #receive(message: z.infer<typeof Message>): void {
    if (message.type === 'ready') {
      this.#finishInit(undefined);
    } else if (message.type === 'piece') {
      this.#onPiece?.(Buffer.from(message.data, 'base64'));
    } else if (message.type === 'success') {
      this.#finish?.(success(message.payload));
    } else {
      const { errorType, errorMessage, trace } = message.error;
      const outcome = failure(errorType, errorMessage, trace);
      // After a fatal error the process is about to exit, so nothing may be sent to it.
      if (message.type === 'init-failure' || message.fatal) this.#settle(outcome);
      else this.#finish?.(outcome);
    }
  }

  #timeOut({ requestId }: Invocation): void {
    const problem = `Task timed out after ${(this.#settings.timeoutMilliseconds / 1000).toFixed(2)} seconds`;
    this.#log(this.#problemLine(requestId, problem));
    this.#kill(failure('Sandbox.Timedout', `RequestId: ${requestId} Error: ${problem}`));
  }

  /** A line that Lambda itself writes to the function's log. */
  #problemLine(requestId: string, problem: string): string {
    const timestamp = new Date().toISOString();
    if (this.#settings.logFormat !== 'JSON') return `${timestamp} ${requestId} ${problem}`;
    return JSON.stringify({ timestamp, level: 'ERROR', requestId, message: problem });
  }

  #end(reason: string): void {
    this.#settle(failure('Runtime.ExitError', `Error: Runtime exited with error: ${reason}`));
  }

  #kill(outcome: Outcome): void {
    this.#settle(outcome);
    this.#child.kill('SIGKILL');
  }

  /** Gives the outcome to everything that waits for this instance. Further calls have no effect. */
  #settle(outcome: Outcome): void {
    this.#alive = false;
    this.#finishInit(outcome);
    this.#finish?.(outcome);
  }
}

function start(settings: FunctionSettings, environment: Readonly<Record<string, string>>): ChildProcess {
  const { memoryMegabytes, modulePath, exportName, logFormat, directory } = settings;
  const flags = [`--max-old-space-size=${memoryMegabytes}`, `--min-semi-space-size=${NEW_SPACE_MEGABYTES}`];
  return spawn(process.execPath, [...flags, bootstrap, modulePath, exportName, logFormat], {
    cwd: directory,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Events and responses are JSON text. Serialised as JSON, they would be escaped and copied again.
    serialization: 'advanced',
    // Its own process group: Ctrl-C reaches only the runner, which ends its instances in order.
    detached: true,
  });
}

function newTraceId(): string {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return `Root=1-${seconds}-${randomBytes(12).toString('hex')};Parent=${randomBytes(8).toString('hex')};Sampled=0`;
}

/** Calls back for each line of a stream, including a last one without a line break. */
function onLines(stream: Readable, callback: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) callback(line);
  });
  stream.on('end', () => {
    if (rest !== '') callback(rest);
  });
}
