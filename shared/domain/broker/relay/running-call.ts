import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../platform/errors.ts';
import { EVENT_STREAM } from '../../../platform/event-stream.ts';
import { log } from '../../../platform/log.ts';
import { readWithin } from '../../../platform/outbound/read-within.ts';
import type { ModelCallEnd, ModelCalls, ModelInterface, ModelTokens, OpenModelCall } from '../calls/model-call.ts';
import { type AnswerReader, WholeAnswerReader } from '../usage/answer-reader.ts';
import { EventReader } from '../usage/event-reader.ts';
import { HiddenKeys, withoutKeys } from './hidden-key.ts';
import { Pipe } from './pipe.ts';
import { Watchdog } from './time-limits.ts';
import { askProvider, returnedHeaders, type UpstreamDeps, type UpstreamRequest } from './upstream.ts';

export interface RelayDeps extends UpstreamDeps {
  readonly calls: Pick<ModelCalls, 'close'>;
}

/** A call that was admitted, and how its answer is read. */
export interface RelayedCall {
  readonly open: OpenModelCall;
  readonly kind: ModelInterface;
  readonly request: UpstreamRequest;
  /** What the agent may not see in the answer: the provider's key, and other secrets of the model. */
  readonly secrets: readonly string[];
  readonly isStreamed: boolean;
  readonly hidesUsage: boolean;
  /** The body of a failure, in the format of the interface. */
  readonly failureBody: (error: AppError) => object;
}

/** What the writer may be ahead of a slow agent, in bytes. */
const MAX_AHEAD_BYTES = 256 * 1024;

/** The longest error of a provider that is passed on, in bytes. */
const MAX_ERROR_BYTES = 256 * 1024;

/** What providers report for a call that cost nothing. */
const noTokens: ModelTokens = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

/** The status and the headers of a response. */
export interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A call in progress. It reads the answer by itself, as fast as the agent takes it. */
export class RunningCall {
  readonly pipe = new Pipe(MAX_AHEAD_BYTES);
  readonly #call: RelayedCall;
  readonly #deps: RelayDeps;
  readonly #watchdog: Watchdog;
  readonly #head = Promise.withResolvers<Head>();
  readonly #hidden: HiddenKeys;
  #reader: AnswerReader | undefined;
  /** Whether the agent got a head before the provider sent one. */
  isPresumed = false;
  #end: Omit<ModelCallEnd, 'wasAbandoned'> = { status: null, tokens: null, wasSent: false };
  /** Resolves when the call is closed. */
  readonly ended: Promise<void>;

  constructor(call: RelayedCall, deps: RelayDeps) {
    this.#call = call;
    this.#deps = deps;
    this.#hidden = new HiddenKeys(call.secrets);
    const { total } = deps.limits;
    const late = () =>
      new AppError(
        'gateway_timeout',
        `The model did not finish its answer within ${Math.floor(total / 1000)} seconds.`,
      );
    this.#watchdog = new Watchdog(total, late);
    this.#watchdog.signal.addEventListener('abort', () => this.pipe.unblock());
    // Unused once the agent has a head.
    this.#head.promise.catch(() => undefined);
    this.ended = this.#run();
  }

  /** Whether the agent gets server-sent events; until the provider answers, what it asked for. */
  get isEvents(): boolean {
    return this.#reader ? this.#reader instanceof EventReader : this.#call.isStreamed;
  }

  /** Whether something of our own can follow what the agent has. */
  get isBetweenParts(): boolean {
    if (this.#reader instanceof EventReader) return this.#reader.isBetweenEvents;
    return !this.pipe.isUsed;
  }

  /** The head of the response. The agent does not wait for that of the provider for longer than for a sign of life. */
  async head(): Promise<Head> {
    const { promise, resolve } = Promise.withResolvers<Head>();
    const timer = setTimeout(() => {
      this.isPresumed = true;
      resolve({ status: 200, headers: { 'Content-Type': this.isEvents ? EVENT_STREAM : 'application/json' } });
    }, this.#deps.limits.keepAlive);
    try {
      return await Promise.race([this.#head.promise, promise]);
    } catch (error) {
      await this.ended;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** A failure that the agent gets as a part of the answer. */
  failurePart(error: AppError): Uint8Array {
    return this.#part(JSON.stringify(this.#call.failureBody(error)));
  }

  #part(json: string): Uint8Array {
    return Buffer.from(this.isEvents ? `event: error\ndata: ${json}\n\n` : json);
  }

  async #run(): Promise<void> {
    const { request } = this.#call;
    try {
      await askProvider(request, this.#deps, this.#watchdog, {
        sent: () => {
          this.#end = { ...this.#end, wasSent: true };
        },
        response: (response) => this.#read(response),
      });
      await this.#close();
      this.pipe.close();
    } catch (error) {
      await this.#close();
      this.#head.reject(error);
      this.pipe.fail(error);
    } finally {
      this.#watchdog.end();
    }
  }

  async #read(response: IncomingMessage): Promise<void> {
    const { statusCode: status = 0, headers } = response;
    this.#end = { ...this.#end, status };
    if (status >= 400) return this.#readError(response, status);
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
    const isEvents = /^text\/event-stream\s*(?:;|$)/i.test(type);
    const isJson = /^application\/(?:[a-z0-9.+-]+\+)?json\s*(?:;|$)/i.test(type);
    // No provider charges for a redirect or a page. Any other answer can have cost something, also an unreadable one.
    if (status >= 300 || /^text\/html\b/i.test(type)) this.#end = { ...this.#end, tokens: noTokens };
    const isOther = this.isPresumed && isEvents !== this.#call.isStreamed;
    if (status >= 300 || encoding !== 'identity' || isOther || !(isEvents || isJson))
      throw this.#failed('returned something else than JSON or events; check the base URL of the model');
    this.#reader = isEvents ? new EventReader(this.#call.kind, this.#call) : new WholeAnswerReader(this.#call.kind);
    this.#head.resolve({ status, headers: returnedHeaders(headers, (text) => this.#shown(text)) });
    await this.#pass(response, this.#reader);
  }

  async #pass(response: IncomingMessage, reader: AnswerReader): Promise<void> {
    const { idle, maxBytes } = this.#deps.limits;
    const silent = () => this.#late(`was silent for ${idle / 1000} seconds`);
    let bytes = 0;
    this.#watchdog.limit(idle, silent);
    for await (const piece of response as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxBytes) throw this.#failed('sent an answer that is too long');
      // A slow agent is not the provider's silence.
      this.#watchdog.rest();
      await this.#write(reader.write(this.#hidden.write(piece)));
      this.#watchdog.limit(idle, silent);
    }
    await this.#write(reader.write(this.#hidden.end()));
    await this.#write(reader.end());
    this.#end = { ...this.#end, tokens: reader.tokens() };
  }

  async #write(piece: Uint8Array): Promise<void> {
    await this.pipe.write(piece);
    this.#watchdog.signal.throwIfAborted();
  }

  /** An error of the provider passes with its status and headers, and without the key. */
  async #readError(response: IncomingMessage, status: number): Promise<void> {
    const tooLong = () => this.#failed('sent an error that is too long');
    const body = await readWithin(response, MAX_ERROR_BYTES, tooLong);
    const text = this.#shown(body.toString('utf8'));
    this.#head.resolve({ status, headers: returnedHeaders(response.headers, (value) => this.#shown(value)) });
    await this.pipe.write(this.isPresumed ? this.#part(asLine(text)) : Buffer.from(text));
  }

  #shown(text: string): string {
    return withoutKeys(text, this.#call.secrets);
  }

  #failed(what: string): AppError {
    return new AppError('bad_gateway', `The model provider ${what}.`);
  }

  #late(what: string): AppError {
    return new AppError('gateway_timeout', `The model provider ${what}.`);
  }

  /** A call that cannot be closed is closed later, by the sweep. */
  async #close(): Promise<void> {
    const { open } = this.#call;
    try {
      await this.#deps.calls.close(open, { ...this.#end, wasAbandoned: this.pipe.isAbandoned });
    } catch (error) {
      log.error('model call not closed', { owner_id: open.ownerId, call_id: open.callId, error });
    }
  }
}

/** An event has its data in one line. What is not JSON becomes a text. */
function asLine(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return JSON.stringify({ error: { message: text.slice(0, MAX_MESSAGE), type: 'api_error' } });
  }
}

const MAX_MESSAGE = 2_000;
