import { type Clock, systemClock } from '../../../shared/platform/clock.ts';
import { eventOf, isAnswer, readAnswer, readRequest } from './edge-event.ts';
import { type Call, copyOf, describe, loadFunction, TIME_LIMIT_MS, textOf } from './edge-runtime.ts';
import { customHeaderFault, originFault, readOrigin } from './origin-rules.ts';
import { EdgeFunctionError, invalidResult, type Verdict, type ViewerRequest } from './verdict.ts';

export type { Verdict, ViewerRequest } from './verdict.ts';

/** The KeyValueStore of a function. */
export interface KeyValues {
  /** @returns undefined for a key that the store does not have. @throws while the store cannot be read */
  get(key: string): Promise<string | undefined>;
}

/** A CloudFront function for requests of viewers, whose result is checked. */
export class EdgeFunction {
  readonly #call: Call;
  readonly #keyValues: KeyValues;

  /** @throws SyntaxError for code that is too large or that CloudFront's runtime would not accept */
  constructor(code: string, keyValues: KeyValues, { now = systemClock }: { readonly now?: Clock } = {}) {
    this.#call = loadFunction(code, now);
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
    const result = await runWithinLimit(async () => this.#call(cloudfront, copyFor(event, request)));
    if (isAnswer(result)) return readAnswer(result);
    const forwarded = readRequest(result, request, event.request);
    if (origin === undefined) throw invalidResult('a request for the default origin, which does not exist');
    const chosen = readOrigin(JSON.parse(origin));
    const fault = customHeaderFault(chosen, request.headers);
    if (fault !== undefined) throw invalidResult(fault);
    return { kind: 'forward', ...forwarded, origin: chosen };
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

/** @throws EdgeFunctionError 503 */
async function runWithinLimit(run: () => Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it never settles')), TIME_LIMIT_MS);
  });
  try {
    return copyOf(await Promise.race([run(), limit]));
  } catch (error) {
    throw new EdgeFunctionError(503, `the function at the edge failed: ${describe(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

/** A copy of the event, because the function changes it. */
function copyFor(event: ReturnType<typeof eventOf>, { query }: ViewerRequest): object {
  const given = structuredClone(event);
  return Object.assign(given, {
    request: Object.defineProperty(given.request, 'rawQueryString', { value: () => query }),
  });
}
