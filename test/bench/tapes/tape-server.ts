import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Rehearsal } from '../../../shared/platform/rehearsal/rehearsal.ts';
import { askedOf, callOf, type Exchange, type Tape } from '../../../shared/platform/rehearsal/tape.ts';

/** What INIT asks AWS for only to have a connection. */
const healthy: Exchange = { call: 'GET /', status: 200, headers: {}, body: 'healthy' };

/** What a function gives up before it is sent never arrives. */
const LONGEST_TURN_MS = 200;

interface Held {
  readonly response: ServerResponse;
  readonly exchange: Exchange;
}

/** AWS, agents and all other servers of one process, on loopback. Each invocation has a tape of its own. */
export class TapeServer {
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #rehearsal = new Rehearsal({ at: '', event: undefined, exchanges: [] });
  #holds = false;
  readonly #held: Held[] = [];
  #next = 1;
  readonly #waiting = new Map<number, () => void>();
  /** How many calls were asked for together, for each time that those held were let go. */
  readonly steps: number[] = [];
  readonly calls: string[] = [];
  readonly #missed: string[] = [];

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get origin(): string {
    // A listening TCP server has an address of this form.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Calls that no tape so far had an answer to. */
  get misses(): readonly string[] {
    return [...this.#missed, ...this.#rehearsal.missed];
  }

  /** @param holds whether answers wait for `letGo` */
  play(tape: Tape, { holds }: { readonly holds: boolean }): void {
    this.#missed.push(...this.#rehearsal.missed);
    this.#rehearsal = new Rehearsal(tape);
    this.#holds = holds;
    this.calls.length = 0;
    this.steps.length = 0;
  }

  /** Answers what is held. */
  letGo(): void {
    const held = this.#held.splice(0);
    if (held.length > 0) this.steps.push(held.length);
    for (const { response, exchange } of held) answer(response, exchange);
  }

  /** Requests are answered in the order in which they began: the same answers to one call are for different rows. */
  async #turnOf(place: number): Promise<void> {
    if (place > this.#next) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.set(place, resolve);
      await Promise.race([promise, sleep(LONGEST_TURN_MS)]);
    }
    this.#next = Math.max(this.#next, place + 1);
    // The next one goes on when this one has its answer.
    queueMicrotask(() => this.#waiting.get(place + 1)?.());
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', url = '/', headers } = request;
    const [path = ''] = url.split('?');
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    await this.#turnOf(Number(headers['x-bench-call']));
    const asked = { method, path, headers: named, body: Buffer.concat(chunks).toString('utf8') };
    const call = callOf(asked);
    if (call === healthy.call) return answer(response, healthy);
    this.calls.push(call);
    const exchange = this.#rehearsal.answerTo(call, askedOf(asked));
    if (this.#holds) this.#held.push({ response, exchange });
    else answer(response, exchange);
  }
}

function answer(response: ServerResponse, { status, headers, body, isBase64 }: Exchange): void {
  const bytes = Buffer.from(body, isBase64 ? 'base64' : 'utf8');
  response.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes);
}
