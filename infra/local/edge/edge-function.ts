import { createHash, createHmac } from 'node:crypto';
import { type Context, createContext, Script } from 'node:vm';
import { type Clock, systemClock } from '../../../shared/platform/clock.ts';
import { eventOf, isAnswer, readAnswer, readRequest } from './edge-event.ts';
import { readCode } from './edge-syntax.ts';
import { originFault, readOrigin } from './origin-rules.ts';
import { EdgeFunctionError, invalidResult, type Verdict, type ViewerRequest } from './verdict.ts';

export type { Verdict, ViewerRequest } from './verdict.ts';

/** The KeyValueStore of a function. */
export interface KeyValues {
  /** @returns undefined for a key that the store does not have. @throws while the store cannot be read */
  get(key: string): Promise<string | undefined>;
}

type Handler = (event: object) => unknown;

/** Real time. CloudFront allows less than a millisecond, but a busy machine must not end a run. */
const TIME_LIMIT_MS = 1000;

/** Only code that a script runs can be interrupted. A loop after the first `await` cannot. */
const CALL = new Script('callHandler()');

/**
 * A CloudFront function (runtime 2.0, viewer request). Its syntax is limited to what CloudFront documents, it runs
 * without Node's globals, and its result is checked.
 */
export class EdgeFunction {
  readonly #context: Context;
  readonly #handlerOf: (cloudfront: object, crypto: object) => Handler;
  readonly #keyValues: KeyValues;

  /** @throws SyntaxError for code that is too large or that CloudFront's runtime would not accept */
  constructor(code: string, keyValues: KeyValues, { now = systemClock }: { readonly now?: Clock } = {}) {
    const { body, imports } = readCode(code);
    const names = (['cloudfront', 'crypto'] as const).map(
      (module) => imports.find((line) => line.module === module)?.name ?? `no_${module}`,
    );
    this.#context = createContext(
      { Date: dateAt(now), console: { log() {}, error() {} } },
      { codeGeneration: { strings: false, wasm: false } },
    );
    // Called for each run, because CloudFront keeps no state of a module between runs.
    const factory = `(function (${names.join(', ')}) {'use strict';${body}\nreturn handler;\n})`;
    this.#handlerOf = new Script(factory, { filename: 'function.js' }).runInContext(this.#context);
    this.#keyValues = keyValues;
  }

  /** @throws EdgeFunctionError with the status that a viewer of CloudFront would get: 503 or 502 */
  async run(request: ViewerRequest): Promise<Verdict> {
    const event = eventOf(request);
    let origin: string | undefined;
    const cloudfront = {
      kvs: () => ({ get: (key: unknown, options?: { readonly format?: string }) => this.#read(key, options) }),
      updateRequestOrigin(update: unknown) {
        const fault = originFault(update);
        if (fault !== undefined) throw new Error(`updateRequestOrigin: ${fault}`);
        origin = JSON.stringify(update);
      },
    };
    const result = await runWithinLimit(async () => {
      this.#context.callHandler = () => this.#handlerOf(cloudfront, crypto)(copyFor(event, request));
      return CALL.runInContext(this.#context, { timeout: TIME_LIMIT_MS });
    });
    if (isAnswer(result)) return readAnswer(result);
    const forwarded = readRequest(result, request, event.request);
    if (origin === undefined) throw invalidResult('a request for the default origin, which does not exist');
    return replaceHeaders({ kind: 'forward', ...forwarded, origin: readOrigin(JSON.parse(origin)) });
  }

  #read(key: unknown, { format = 'string' }: { readonly format?: string } = {}): Promise<unknown> {
    if (!['string', 'json'].includes(format)) throw new TypeError(`no format '${format}' here`);
    const name = textOf(key, 'the key of a value');
    return this.#keyValues.get(name).then(
      (value) => {
        if (value === undefined) throw new Error(`the store has no key '${name}'`);
        return format === 'json' ? JSON.parse(value) : value;
      },
      (error) => {
        throw new Error(describe(error));
      },
    );
  }
}

/** The result as JSON, without anything that only this process knows. @throws EdgeFunctionError 503 */
async function runWithinLimit(run: () => Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it never settles')), TIME_LIMIT_MS);
  });
  try {
    return JSON.parse(JSON.stringify((await Promise.race([run(), limit])) ?? null));
  } catch (error) {
    throw new EdgeFunctionError(503, `the function at the edge failed: ${describe(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

/** A function can throw a value that cannot be converted to a string. */
function describe(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'it threw a value without a text';
  }
}

/** A copy of the event, because the function changes it. */
function copyFor(event: ReturnType<typeof eventOf>, { query }: ViewerRequest): object {
  const given = structuredClone(event);
  return Object.assign(given, {
    request: Object.defineProperty(given.request, 'rawQueryString', { value: () => query }),
  });
}

function dateAt(now: Clock): DateConstructor {
  return new Proxy(Date, {
    construct: (target, parts) => Reflect.construct(target, parts.length === 0 ? [now()] : parts),
    get: (target, name) => (name === 'now' ? () => now().getTime() : Reflect.get(target, name)),
  });
}

const crypto = {
  createHash: (algorithm: string) => hashOf(algorithm, undefined),
  createHmac: (algorithm: string, key: unknown) => hashOf(algorithm, textOf(key, 'a key')),
};

function hashOf(algorithm: string, key: string | undefined) {
  if (!['md5', 'sha1', 'sha256'].includes(algorithm)) throw new TypeError(`no algorithm '${algorithm}'`);
  const inner = key === undefined ? createHash(algorithm) : createHmac(algorithm, key);
  const hash = {
    update(text: unknown) {
      inner.update(textOf(text, 'data'));
      return hash;
    },
    digest(encoding: string) {
      if (encoding !== 'hex' && encoding !== 'base64' && encoding !== 'base64url') {
        throw new TypeError(`no encoding '${encoding}'`);
      }
      return inner.digest(encoding);
    },
  };
  return hash;
}

function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new TypeError(`${what} has to be a string here`);
  return value;
}

/** Leaves out the viewer's headers that the custom headers of the origin replace. */
function replaceHeaders(verdict: Extract<Verdict, { kind: 'forward' }>): Verdict {
  const replaced = new Set(Object.keys(verdict.origin.customHeaders).map((name) => name.toLowerCase()));
  const headers = Object.entries(verdict.headers).filter(([name]) => !replaced.has(name));
  return { ...verdict, headers: Object.fromEntries(headers) };
}
