import * as z from 'zod';
import { type Clock, systemClock } from '../../../shared/platform/clock.ts';
import { CpuMeter } from './cpu-meter.ts';
import { eventOf } from './edge-event.ts';
import { EdgeFunctionError, invalidResult } from './edge-function-error.ts';
import { EdgeRealm, type StoreRead } from './edge-realm.ts';
import { isAnswer, readAnswer, readRequest } from './edge-result.ts';
import { readCode } from './edge-syntax.ts';
import { readOrigin } from './origin-rules.ts';
import type { Verdict } from './verdict.ts';
import type { ViewerRequest } from './viewer-request.ts';

export type { Origin, Verdict } from './verdict.ts';
export type { ViewerRequest } from './viewer-request.ts';

/** The KeyValueStore of a function. */
export interface KeyValues {
  /** @returns undefined for a key that the store does not have. @throws while the store cannot be read */
  get(key: string): Promise<string | undefined>;
}

interface EdgeFunctionOptions {
  readonly now?: Clock;
  /** Receives after each run how much CPU its steps took in this thread. */
  readonly onRun?: (cpuMicroseconds: number) => void;
  /** Real time, for each step of a run; Infinity for no limit. */
  readonly timeLimitMilliseconds?: number;
}

/**
 * An endless loop must not hang this process, and a busy machine must not end a function that takes a part of a
 * millisecond: so this is far above what CloudFront would allow. Tests compare the CPU.
 */
const TIME_LIMIT = 1000;

/** Reads of the store that one run may make. */
const READ_LIMIT = 10;

/** What the inside says of a run that has ended. */
const Outcome = z.union([
  z.object({ error: z.string() }),
  z.object({ result: z.unknown(), origin: z.string().optional() }),
]);

/**
 * A function of CloudFront (runtime 2.0, viewer request), run as CloudFront runs it: with the language and the modules
 * that are documented and nothing else, and with its result checked.
 */
export class EdgeFunction {
  readonly #code: ReturnType<typeof readCode>;
  readonly #keyValues: KeyValues;
  readonly #options: Required<EdgeFunctionOptions>;
  #realm: EdgeRealm | undefined;

  /** @throws SyntaxError for code that CloudFront's runtime would not take, or that is too large */
  constructor(
    code: string,
    keyValues: KeyValues,
    { now = systemClock, onRun = () => {}, timeLimitMilliseconds = TIME_LIMIT }: EdgeFunctionOptions = {},
  ) {
    this.#code = readCode(code);
    this.#keyValues = keyValues;
    this.#options = { now, onRun, timeLimitMilliseconds };
  }

  /** @throws EdgeFunctionError with the status that a viewer of CloudFront would get: 503 or 502 */
  async run(request: ViewerRequest): Promise<Verdict> {
    const event = eventOf(request);
    const outcome = Outcome.parse(JSON.parse(await this.#outcome(JSON.stringify(event), request.query)));
    if ('error' in outcome) throw new EdgeFunctionError(503, `the function at the edge failed: ${outcome.error}`);
    const { result, origin } = outcome;
    if (isAnswer(result)) return readAnswer(result);
    const forwarded = readRequest(result, request, event.request);
    if (origin === undefined) throw invalidResult('a request for the default origin, which answers nothing');
    return replaceHeaders({ kind: 'forward', ...forwarded, origin: readOrigin(JSON.parse(origin)) });
  }

  /** @returns JSON */
  async #outcome(event: string, query: string | undefined): Promise<string> {
    const { now, onRun, timeLimitMilliseconds } = this.#options;
    this.#realm ??= new EdgeRealm(this.#code, timeLimitMilliseconds);
    const realm = this.#realm;
    const time = now().getTime();
    const cpu = new CpuMeter();
    try {
      const run = cpu.measure(() => realm.start(event, query, time));
      for (let reads = 0; run.outcome === undefined; reads += 1) {
        const [wanted] = run.reads;
        if (!wanted || reads === READ_LIMIT)
          throw new EdgeFunctionError(503, 'the function at the edge waits for what never comes');
        const read = await this.#read(wanted.key);
        cpu.measure(() => realm.settle(run, read, time));
      }
      return run.outcome;
    } catch (error) {
      // What an ended run left behind must not reach others.
      if (this.#realm === realm) this.#realm = undefined;
      throw error;
    } finally {
      onRun(cpu.microseconds);
    }
  }

  /** The function gets the failure of its store as an error, and decides what that means. */
  async #read(key: string): Promise<StoreRead> {
    try {
      const value = await this.#keyValues.get(key);
      return value === undefined ? { fault: `the store has no key '${key}'` } : { value };
    } catch (error) {
      return { fault: String(error) };
    }
  }
}

/** The custom headers of an origin take the place of headers of the viewer. */
function replaceHeaders(verdict: Extract<Verdict, { kind: 'forward' }>): Verdict {
  const replaced = new Set(Object.keys(verdict.origin.customHeaders).map((name) => name.toLowerCase()));
  const headers = Object.entries(verdict.headers).filter(([name]) => !replaced.has(name));
  return { ...verdict, headers: Object.fromEntries(headers) };
}
