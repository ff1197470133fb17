// The process that is measured: `node measured-process.mjs <file of its order>`, with a channel to the bench. Plain
// JavaScript, because stripping types would be measured too.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { finished } from 'node:stream/promises';
import { isStreaming, provideStreams, ResponseStream } from '../../../infra/local/lambda/bootstrap-stream.mjs';

/** Milliseconds after its last request in which a function has asked for everything that it asks for together. */
const QUIET_MS = 25;

/** @type {{ module: string, origin: string, at: string, events: unknown[], warmCalls: number, measuredCalls: number, warmMs: number, heldCalls: number }} */
const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const { module, origin, at, events } = order;

/** Requests that begin together arrive in any order. */
let asked = 0;

setClock(Date.parse(at) - Date.now());
for (const each of [http, https]) {
  const request = redirecting();
  each.request = request;
  each.get = /** @type {typeof each.get} */ ((...args) => /** @type {Function} */ (request)(...args).end());
}
syncBuiltinESMExports();
provideStreams();

/** @type {string[]} Handlers log what goes wrong and may answer all the same. */
const complaints = [];
console.error = (...parts) => void complaints.push(JSON.stringify(parts));
console.warn = console.info = console.log = console.debug = () => undefined;

let turn = 0;
const imported = await spent(async () => await import(module));
const { handler } = imported.value;
const first = await call();
const firstRss = process.resourceUsage().maxRSS;
const second = await call();
for (const until = performance.now() + order.warmMs; turn < order.warmCalls && performance.now() < until; )
  await call();
const warm = [];
while (warm.length < order.measuredCalls) warm.push(await call());
const steps = [];
while (steps.length < order.heldCalls) steps.push((await call(true)).steps);
const measurement = {
  import: timesOf(imported),
  first: timesOf(first),
  second: timesOf(second),
  warm: warm.map(timesOf),
  answers: [first, second].map(({ value }) => ({
    statusCode: value?.statusCode,
    batchItemFailures: value?.batchItemFailures,
    body: typeof value?.body === 'string' ? value.body.slice(0, 300) : undefined,
  })),
  calls: second.calls,
  steps,
  maxRss: process.resourceUsage().maxRSS,
  firstRss,
  complaints,
};
process.send?.(measurement, () => process.exit(0));

/**
 * One invocation, with the next of the events in turn.
 *
 * @param {boolean} [holds] whether its calls are answered only when it asks for nothing more
 */
async function call(holds = false) {
  const place = turn % events.length;
  turn += 1;
  await ask({ play: place, holds });
  const event = structuredClone(events[place]);
  if (holds) letGoWhenQuiet();
  const measured = await spent(() => answerOf(event));
  clearTimeout(quiet);
  quiet = undefined;
  return { ...measured, .../** @type {{ calls: string[], steps: number[] }} */ (await ask({ over: true })) };
}

/** @param {unknown} event */
async function answerOf(event) {
  const end = Date.now() + 60_000;
  const context = {
    awsRequestId: `bench-${turn}`,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    getRemainingTimeInMillis: () => end - Date.now(),
  };
  if (!isStreaming(handler)) return handler(event, context);
  /** @type {Buffer[]} */
  const pieces = [];
  const stream = new ResponseStream((piece, done) => {
    pieces.push(piece);
    done();
  });
  const ended = finished(stream);
  await handler(event, stream, context);
  await ended;
  const all = Buffer.concat(pieces);
  return JSON.parse(all.subarray(0, all.indexOf(Buffer.alloc(8))).toString('utf8'));
}

/** @template T @param {() => Promise<T>} work */
async function spent(work) {
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  const value = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { value, cpuMs: (user + system) / 1000, wallMs: performance.now() - start };
}

/** @param {{ cpuMs: number, wallMs: number }} measured */
function timesOf({ cpuMs, wallMs }) {
  return { cpuMs, wallMs };
}

/** @param {Record<string, unknown>} question */
function ask(question) {
  return new Promise((resolve) => {
    process.once('message', resolve);
    process.send?.(question);
  });
}

/** @type {NodeJS.Timeout | undefined} */
var quiet;

/** A timer of this process: while the function computes, it does not end. */
function letGoWhenQuiet() {
  clearTimeout(quiet);
  quiet = setTimeout(() => {
    process.send?.({ letGo: true });
    letGoWhenQuiet();
  }, QUIET_MS);
}

/** Every request goes to the bench, whomever it is for. */
function redirecting() {
  const { request } = http;
  const { host, hostname, port } = new URL(origin);
  return /** @type {typeof http.request} */ (
    (...args) => {
      if (quiet) letGoWhenQuiet();
      const [target, ...others] = args;
      const isUrl = typeof target === 'string' || target instanceof URL;
      const given = isUrl ? new URL(target) : undefined;
      const options = /** @type {http.RequestOptions} */ (
        given ? (typeof others[0] === 'object' ? others[0] : {}) : target
      );
      const callback = args.find((part) => typeof part === 'function');
      const path = given ? `${given.pathname}${given.search}` : options.path;
      const { lookup, agent, protocol, servername, ...rest } = options;
      const kept = options.port === Number(port) || given?.host === host ? { agent } : {};
      const made = /** @type {Function} */ (request)(
        { ...rest, ...kept, host: hostname, hostname, port, path },
        callback,
      );
      asked += 1;
      made.setHeader('x-bench-call', asked);
      return made;
    }
  );
}

/** @param {number} offset milliseconds from the time of this machine */
function setClock(offset) {
  const Machine = Date;
  globalThis.Date = /** @type {DateConstructor} */ (
    class extends Machine {
      /** @param {[]} args */
      constructor(...args) {
        if (args.length === 0) super(Machine.now() + offset);
        else super(...args);
      }
      static now() {
        return Machine.now() + offset;
      }
    }
  );
}
