import { AsyncLocalStorage } from 'node:async_hooks';
import { globSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { patchConsole } from '../../../infra/local/lambda/bootstrap-console.mjs';
import { patchLookups } from '../../../infra/local/lambda/bootstrap-names.mjs';
import { isStreaming, provideStreams, ResponseStream } from '../../../infra/local/lambda/bootstrap-stream.mjs';
import type { FunctionSettings } from '../../../infra/local/lambda/function-settings.ts';
import type { StartInstance } from '../../../infra/local/lambda/functions.ts';
import type { FunctionInstance, Invocation } from '../../../infra/local/lambda/instance.ts';
import { failure, type Outcome, success } from '../../../infra/local/lambda/outcome.ts';
import { type EdgeOptions, PROJECT_ROOT } from '../../../infra/local/terminal/options.ts';
import { readImports, root } from '../../architecture/import-graph.ts';

type Handler = (event: unknown, ...rest: unknown[]) => Promise<unknown>;

/** The context of a running function. */
interface Surroundings {
  readonly environment: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly functionId: string;
}

const current = new AsyncLocalStorage<Surroundings>();
const handlers = new Map<string, Promise<Handler>>();
/** Whether functions run the deployed bundles. Slower, because V8 compiles each bundle. */
const runsBundles = process.env.FUNCTION_CODE === 'bundles';

/** Prepares this process for handlers: streams, one log line per `console` call, and modules per function. */
export function hostFunctions({ sandboxDomain, tls }: EdgeOptions): void {
  provideStreams();
  patchConsole('JSON', () => current.getStore()?.requestId);
  patchLookups(sandboxDomain);
  if (tls) setDefaultCACertificates([...getCACertificates('default'), tls.cert]);
  if (!runsBundles) separateModules();
  separateEnvironments();
}

/** The running function. `undefined` outside of functions. */
export function callingFunction(): string | undefined {
  return current.getStore()?.functionId;
}

/** The query of a module URL that names its function. */
const OWNER = 'function';

/** The module with the DynamoDB client of a function, which has the credentials of its role. */
const CLIENT = 'shared/platform/aws/documents.ts';

/**
 * The URLs of the modules that each function needs separately: its file, and the modules from there to its client.
 * Functions share all others and their compiled code, as these keep nothing between calls.
 */
function statefulModules(): ReadonlySet<string> {
  const imports = readImports();
  const found = new Set([CLIENT, ...imports.map(({ from }) => from).filter((file) => file.startsWith('functions/'))]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { from, to } of imports) if (found.has(to)) found.add(from);
  }
  return new Set([...found].map((file) => pathToFileURL(join(root, file)).href));
}

/** Gives each function its own clients, as separate processes would. */
function separateModules(): void {
  const stateful = statefulModules();
  const sources = new Map<string, string>();
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const owner = context.parentURL === undefined ? null : new URL(context.parentURL).searchParams.get(OWNER);
      const isOwn = owner !== null && stateful.has(found.url);
      return isOwn ? { ...found, url: `${found.url}?${OWNER}=${owner}` } : found;
    },
    // Strips the types of a file once for all functions.
    load(url, context, next) {
      const file = new URL(url);
      if (!file.searchParams.has(OWNER)) return next(url, context);
      const source = sources.get(file.pathname) ?? stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
      sources.set(file.pathname, source);
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

/** Each function sees its own environment, including its credentials. */
function separateEnvironments(): void {
  const { env } = process;
  process.env = new Proxy(env, {
    get: (target, name) => Reflect.get(current.getStore()?.environment ?? target, name),
  });
}

/** Runs functions with their roles, from their sources or bundles. Cold starts and kills need end-to-end tests. */
export const runInProcess: StartInstance = (settings, environment) => new InProcessInstance(settings, environment);

class InProcessInstance implements FunctionInstance {
  readonly alive = true;
  readonly ready = Promise.resolve(undefined);
  readonly #settings: FunctionSettings;
  readonly #environment: Readonly<Record<string, string>>;

  constructor(settings: FunctionSettings, environment: Readonly<Record<string, string>>) {
    this.#settings = settings;
    this.#environment = environment;
  }

  async run(invocation: Invocation): Promise<Outcome> {
    const { timeoutMilliseconds } = this.#settings;
    const ended = new AbortController();
    try {
      return await Promise.race([
        current.run(
          { environment: this.#environment, requestId: invocation.requestId, functionId: this.#settings.id },
          () => this.#answer(invocation),
        ),
        sleep(timeoutMilliseconds, failure('Sandbox.Timedout', 'Task timed out'), { signal: ended.signal }),
      ]);
    } catch (error) {
      console.error(error);
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      return failure(name, message);
    } finally {
      ended.abort();
    }
  }

  /** Code in this process cannot be killed. */
  async stop(): Promise<void> {}

  async #answer({ event, requestId, onPiece }: Invocation): Promise<Outcome> {
    const handler = await handlerOf(this.#settings);
    const context = this.#context(requestId);
    if (!isStreaming(handler)) return success(JSON.stringify((await handler(JSON.parse(event), context)) ?? null));
    const stream = new ResponseStream((piece, done) => {
      onPiece?.(piece);
      done();
    });
    const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
    stream.once('finish', resolve).once('error', reject);
    await handler(JSON.parse(event), stream, context);
    await ended;
    return success('null');
  }

  #context(awsRequestId: string): Readonly<Record<string, unknown>> {
    const { name, arn, timeoutMilliseconds } = this.#settings;
    const deadline = Date.now() + timeoutMilliseconds;
    return {
      functionName: name,
      invokedFunctionArn: arn,
      awsRequestId,
      getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    };
  }
}

/** @throws when the sources have no handler for the function. */
function handlerOf({ id, modulePath, exportName }: FunctionSettings): Promise<Handler> {
  const known = handlers.get(id);
  if (known) return known;
  const url = runsBundles ? pathToFileURL(modulePath).href : sourceOf(id);
  const handler = import(url).then((module) => module[exportName] as Handler);
  handlers.set(id, handler);
  return handler;
}

function sourceOf(id: string): string {
  const [file] = globSync(`functions/*/${id}.ts`, { cwd: PROJECT_ROOT });
  if (file === undefined) throw new Error(`functions/ has no ${id}.ts`);
  return `${pathToFileURL(join(PROJECT_ROOT, file)).href}?${OWNER}=${id}`;
}
