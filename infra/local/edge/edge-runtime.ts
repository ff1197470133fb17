import { createHash, createHmac } from 'node:crypto';
import { createContext, Script } from 'node:vm';
import type { Clock } from '../../../shared/platform/clock.ts';
import { readCode } from './edge-syntax.ts';

/** Real time. CloudFront allows less than a millisecond, but a busy machine must not end a run. */
export const TIME_LIMIT_MS = 1000;

/** Only code that a script runs can be interrupted. A loop after the first `await` cannot. */
const CALL = new Script('callHandler()');

/** Calls the handler of a function with the module `cloudfront` and an event. */
export type Call = (cloudfront: object, event: object) => unknown;

/**
 * Loads a CloudFront function (runtime 2.0). Its syntax is limited to what CloudFront documents, and it runs without
 * Node's globals.
 *
 * @throws SyntaxError for code that is too large or that CloudFront's runtime would not accept
 */
export function loadFunction(code: string, now: Clock): Call {
  const { body, imports } = readCode(code);
  const names = (['cloudfront', 'crypto'] as const).map(
    (module) => imports.find((line) => line.module === module)?.name ?? `no_${module}`,
  );
  const context = createContext(
    { Date: dateAt(now), console: { log() {}, error() {} } },
    { codeGeneration: { strings: false, wasm: false } },
  );
  // Called for each run, because CloudFront keeps no state of a module between runs.
  const factory = `(function (${names.join(', ')}) {'use strict';${body}\nreturn handler;\n})`;
  const handlerOf = new Script(factory, { filename: 'function.js' }).runInContext(context);
  return (cloudfront, event) => {
    context.callHandler = () => handlerOf(cloudfront, crypto)(event);
    return CALL.runInContext(context, { timeout: TIME_LIMIT_MS });
  };
}

/** The result of a function as JSON, without anything that only this process knows. @throws Error if it is none */
export function copyOf(result: unknown): unknown {
  return JSON.parse(JSON.stringify(result ?? null));
}

/** A function can throw a value that cannot be converted to a string. */
export function describe(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'it threw a value without a text';
  }
}

export function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new TypeError(`${what} has to be a string here`);
  return value;
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
