import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Context, createContext, runInContext, Script } from 'node:vm';
import { EdgeFunctionError } from './edge-function-error.ts';
import type { readCode } from './edge-syntax.ts';
import { originFault } from './origin-rules.ts';

/** A run of a function, as the inside of the context keeps it. */
interface Run {
  /** Reads of the store that the function waits for, oldest first. */
  readonly reads: readonly { readonly key: string }[];
  /** JSON, once the function has ended. */
  readonly outcome: string | undefined;
}

/** What the store has for a key, or why a function gets an error instead. */
export type StoreRead = { readonly value: string } | { readonly fault: string };

/** What `edge-realm.js` gives the outside. */
interface Inside {
  start(factory: object, event: string, rawQuery: string | undefined, time: number): Run;
  settle(run: Run, value: string | undefined, fault: string | undefined, time: number): void;
}

type Encoding = 'hex' | 'base64' | 'base64url';

/** What the inside asks the outside for: texts for texts, and never an error. */
const host = {
  digest: (algorithm: string, key: string | undefined, data: string, encoding: Encoding): string =>
    (key === undefined ? createHash(algorithm) : createHmac(algorithm, key)).update(data).digest(encoding),
  originFault: (json: string): string | undefined => originFault(JSON.parse(json)),
};

const inside = new Script(readFileSync(new URL('edge-realm.js', import.meta.url), 'utf8'), {
  filename: 'edge-realm.js',
});

/** Takes its step away before it makes it: the code of a function never sees one. */
const makeStep = new Script('(function (global) { var step = global.step; delete global.step; step(); })(this)');

/**
 * A context of Node's `vm` with the language as CloudFront's functions have it: no process, no modules, no timers, no
 * code from texts. Every step ends after a limit of real time, with the microtasks that it leaves.
 */
export class EdgeRealm {
  readonly #context: Context;
  readonly #inside: Inside;
  readonly #factory: object;
  readonly #limit: { readonly timeout?: number };

  /** @param timeLimitMilliseconds for each step; Infinity for none */
  constructor({ body, imports }: ReturnType<typeof readCode>, timeLimitMilliseconds: number) {
    this.#limit = Number.isFinite(timeLimitMilliseconds) ? { timeout: timeLimitMilliseconds } : {};
    const codeGeneration = { strings: false, wasm: false };
    this.#context = createContext({}, { codeGeneration, microtaskMode: 'afterEvaluate' });
    this.#inside = inside.runInContext(this.#context).call(runInContext('this', this.#context), host);
    const names = (['cloudfront', 'crypto'] as const).map(
      (module) => imports.find((line) => line.module === module)?.name ?? `no_${module}`,
    );
    // Each run calls it anew: what a function keeps in its module is gone after the run, as at the edge.
    const factory = `(function (${names.join(', ')}) {'use strict';${body}\nreturn handler;\n})`;
    this.#factory = new Script(factory, { filename: 'function.js' }).runInContext(this.#context);
  }

  start(event: string, rawQuery: string | undefined, time: number): Run {
    return this.#step(() => this.#inside.start(this.#factory, event, rawQuery, time));
  }

  settle(run: Run, read: StoreRead, time: number): void {
    const [value, fault] = 'value' in read ? [read.value, undefined] : [undefined, read.fault];
    this.#step(() => this.#inside.settle(run, value, fault, time));
  }

  /** @throws EdgeFunctionError for a step over the limit of time; this realm is then of no more use. */
  #step<Result>(make: () => Result): Result {
    let result: { readonly value: Result } | undefined;
    this.#context.step = () => {
      result = { value: make() };
    };
    try {
      makeStep.runInContext(this.#context, this.#limit);
    } catch (error) {
      throw new EdgeFunctionError(503, `the function at the edge was ended: ${error}`);
    }
    if (!result) throw new EdgeFunctionError(503, 'the function at the edge made no step');
    return result.value;
  }
}
