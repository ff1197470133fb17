import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Assembly } from '../assembly/assembly.ts';
import { AwsError } from '../aws/aws-error.ts';
import type { CredentialsOf } from '../aws/credentials.ts';
import { functionNameIn, physicalName } from '../aws/names.ts';
import { EventQueue, invokeWithRetries, type QueuedEvent } from './async-invocation.ts';
import {
  environmentOf,
  type FunctionSettings,
  type LocalAddress,
  readSettings,
  type SandboxTrust,
} from './function-settings.ts';
import { type FunctionInstance, Instance, type Invocation } from './instance.ts';
import { InstancePool } from './instance-pool.ts';
import type { Outcome } from './outcome.ts';

/** The Lambda functions of the template, as callers of Lambda's `Invoke` see them. */
export interface Functions {
  /**
   * Runs a function and waits for its response (`RequestResponse`). An error of the function is in the response, not
   * thrown.
   *
   * @throws AwsError ResourceNotFoundException when the template has no such function, RequestTooLargeException for a
   * payload that is too large, TooManyRequestsException when the reserved concurrency is 0
   */
  invoke(functionName: string, payload: unknown): Promise<Outcome>;
  /**
   * Runs a function and streams its response (`InvokeWithResponseStream`). An error of the function breaks it off.
   *
   * @throws AwsError like `invoke`
   */
  invokeStreaming(functionName: string, payload: unknown): AsyncIterable<Buffer>;
  /**
   * Accepts an event and returns at once (`Event`), even while the runner drains. A failing function is retried as its
   * EventInvokeConfig says, otherwise twice.
   *
   * @throws AwsError like `invoke`, but whatever the reserved concurrency is
   */
  invokeAsync(functionName: string, payload: unknown): void;
  /** Kills a function's busy instances. Their work fails, and is retried as after a crash. */
  crash(functionName: string): Promise<void>;
  /** Runs further invocations in new instances, which read their files again. */
  renew(): void;
  /** Delivers the events that an earlier run accepted but did not finish. */
  start(): void;
  /** Starts nothing new. Resolves when nothing is running, or after this time. */
  drain(milliseconds: number): Promise<void>;
  /** Kills every instance. Unfinished invocations fail. */
  stop(): Promise<void>;
}

/** Which functions may not run because of their reserved concurrency. */
export interface Throttle {
  isThrottled(functionName: string): boolean;
  /** @throws AwsError TooManyRequestsException */
  assertMayRun(functionName: string): void;
}

/** Starts an execution environment of a function; `log` receives its lines. */
export type StartInstance = (
  settings: FunctionSettings,
  environment: Readonly<Record<string, string>>,
  log: (line: string) => void,
) => FunctionInstance;

export interface FunctionsOptions {
  readonly assembly: Assembly;
  readonly credentialsOf: CredentialsOf;
  /** Read at each start of an instance, because the endpoint starts after this runner. */
  awsEndpoint(): string;
  readonly region: string;
  /**
   * Where the template has the API and sandboxes, and where they are. Variables of functions get the latter. Read at
   * each start of an instance, when everything is listening.
   */
  localAddresses?(): readonly LocalAddress[];
  readonly sandboxTrust?: SandboxTrust | undefined;
  /** See `environmentOf`. */
  readonly compiledDirectory?: string;
  /** Receives each line that a function, or Lambda on its behalf, logs. */
  log(functionName: string, line: string): void;
  /** Keeps accepted events until they are done. Without it, they are lost when this process ends. */
  readonly queueDirectory?: string;
  /** Starts an instance; as a process by default. A test service runs all functions in its own process. */
  readonly startInstance?: StartInstance | undefined;
  /** Refuses a call of a function whose reserved concurrency is 0; without it, every call is accepted. */
  readonly throttle?: Throttle;
  /** How long an idle instance is kept; three minutes by default. */
  readonly idleMilliseconds?: number;
  /** Pauses before further attempts. The last one repeats. Lambda waits one minute, then two. */
  readonly retryDelaysMilliseconds?: readonly number[];
}

interface LocalFunction {
  readonly settings: FunctionSettings;
  readonly pool: InstancePool;
}

export function createFunctions(options: FunctionsOptions): Functions {
  const resources = new Map(
    options.assembly.ofType('AWS::Lambda::Function').map((resource) => [physicalName(resource), resource]),
  );
  const started = new Map<string, LocalFunction>();
  const stopping = new AbortController();
  const queue = new EventQueue(options.queueDirectory);

  const find = (nameOrArn: string): LocalFunction => {
    const name = functionNameIn(nameOrArn);
    const existing = started.get(name);
    if (existing) return existing;
    const resource = resources.get(name);
    if (!resource) throw new AwsError('ResourceNotFoundException', `Function not found: ${nameOrArn}`, 404);
    const local = createFunction(options, readSettings(options.assembly, resource, options.region));
    started.set(name, local);
    if (stopping.signal.aborted) void local.pool.drain();
    return local;
  };

  const deliver = async ({ settings, pool }: LocalFunction, queued: QueuedEvent): Promise<void> => {
    const isOver = await invokeWithRetries(pool, queued, settings, {
      delaysMilliseconds: options.retryDelaysMilliseconds ?? [1_000, 2_000],
      signal: stopping.signal,
      log: (line) => options.log(settings.name, line),
      isThrottled: () => options.throttle?.isThrottled(settings.name) ?? false,
    });
    if (isOver) queue.remove(queued.requestId);
  };

  return {
    async invoke(functionName, payload) {
      const { pool, settings } = find(functionName);
      options.throttle?.assertMayRun(settings.name);
      return pool.run({ requestId: randomUUID(), event: serialise(payload, 'RequestResponse') });
    },
    invokeStreaming(functionName, payload) {
      const { pool, settings } = find(functionName);
      options.throttle?.assertMayRun(settings.name);
      return streamed(pool, { requestId: randomUUID(), event: serialise(payload, 'RequestResponse') });
    },
    invokeAsync(functionName, payload) {
      const local = find(functionName);
      const event = serialise(payload, 'Event');
      const queued = { functionName: local.settings.name, requestId: randomUUID(), event, acceptedAt: Date.now() };
      queue.add(queued);
      void deliver(local, queued);
    },
    start() {
      for (const queued of queue.remaining()) {
        // A function that the template no longer has will not come back.
        if (resources.has(queued.functionName)) void deliver(find(queued.functionName), queued);
        else queue.remove(queued.requestId);
      }
    },
    async drain(milliseconds) {
      stopping.abort();
      const idle = Promise.all([...started.values()].map(({ pool }) => pool.drain()));
      await Promise.race([idle, sleep(milliseconds, undefined, { ref: false })]);
    },
    renew() {
      for (const { pool } of started.values()) pool.renew();
    },
    async crash(functionName) {
      await started.get(functionNameIn(functionName))?.pool.crash();
    },
    async stop() {
      stopping.abort();
      await Promise.all([...started.values()].map(({ pool }) => pool.stop()));
    },
  };
}

function streamed(pool: InstancePool, invocation: Invocation): AsyncIterable<Buffer> {
  const pieces = new PassThrough();
  // The reader gets the error, and need not read to the end.
  pieces.on('error', () => undefined);
  const onPiece = (piece: Buffer): void => {
    if (!pieces.destroyed) pieces.write(piece);
  };
  pool.run({ ...invocation, onPiece }).then(
    ({ functionError }) => {
      if (functionError) pieces.destroy(new Error(`${functionError.errorType}: ${functionError.errorMessage}`));
      else pieces.end();
    },
    (error) => pieces.destroy(error),
  );
  return pieces;
}

/** A person returns to a page within minutes. A start takes 0.15 s of CPU time, and an idle instance 35 MB. */
const IDLE_MS = 180_000;

const startProcess: StartInstance = (settings, environment, log) => new Instance(settings, environment, log);

function createFunction(options: FunctionsOptions, settings: FunctionSettings): LocalFunction {
  const { name, instanceLimit } = settings;
  const start = (): FunctionInstance => {
    const { credentialsOf, awsEndpoint, region, compiledDirectory, startInstance = startProcess } = options;
    const [addresses, trust] = [options.localAddresses?.() ?? [], options.sandboxTrust ?? {}];
    const surroundings = { awsEndpoint: awsEndpoint(), region, addresses, trust, compiledDirectory };
    const environment = environmentOf(settings, credentialsOf(name), surroundings);
    return startInstance(settings, environment, (line) => options.log(name, line));
  };
  return { settings, pool: new InstancePool(start, instanceLimit, options.idleMilliseconds ?? IDLE_MS) };
}

/** Lambda's limits for the payload of an invocation. */
const maximumPayloadBytes = { RequestResponse: 6 * 1024 * 1024, Event: 1024 * 1024 };

/** Serialised at the call, so that later changes by the sender do not reach the function. */
function serialise(payload: unknown, type: keyof typeof maximumPayloadBytes): string {
  const event = JSON.stringify(payload === undefined ? {} : payload);
  const [size, limit] = [Buffer.byteLength(event), maximumPayloadBytes[type]];
  if (size <= limit) return event;
  const message = `${size} byte payload is too large for the ${type} invocation type (limit ${limit} bytes)`;
  throw new AwsError('RequestTooLargeException', message, 413);
}
