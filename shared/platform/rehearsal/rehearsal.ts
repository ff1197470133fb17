import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as oneTurn } from 'node:timers/promises';
import type { Exchange, Tape } from './tape.ts';

const current = new AsyncLocalStorage<Rehearsal>();

/** Where calls go, and how many went there at one time. */
class Place {
  /** Opens a connection, which stays open for later calls. */
  readonly connect: () => Promise<unknown>;
  most = 0;
  #now = 0;

  constructor(connect: () => Promise<unknown>) {
    this.connect = connect;
  }

  async visit(): Promise<void> {
    this.#now += 1;
    this.most = Math.max(this.most, this.#now);
    await oneTurn();
    this.#now -= 1;
  }
}

/** The playing of one tape: it answers each call of the function in the place of the service that was called. */
export class Rehearsal {
  readonly #places = new Map<string, Place>();
  /** Calls that the tape does not hold. */
  readonly missed: string[] = [];
  readonly #left: Exchange[];
  readonly #played: Exchange[] = [];

  readonly #begunAt: number;
  readonly #begun = performance.now();

  constructor({ at, exchanges }: Tape) {
    this.#begunAt = Date.parse(at);
    this.#left = [...exchanges];
  }

  /** The time of the recording goes on. */
  now(): Date {
    return new Date(this.#begunAt + performance.now() - this.#begun);
  }

  /** Runs code so that none of its calls leaves the process. */
  run<T>(code: () => T): T {
    return current.run(this, code);
  }

  /** A call to a place that keeps connections. It takes a moment, so that calls at one time are seen as such. */
  async visit(origin: string, connect: () => Promise<unknown>): Promise<void> {
    const place = this.#places.get(origin) ?? new Place(connect);
    this.#places.set(origin, place);
    await place.visit();
  }

  /** As many connections to each place as calls were under way at one time. */
  get connections(): readonly (() => Promise<unknown>)[] {
    return [...this.#places.values()].flatMap(({ connect, most }) => Array.from({ length: most }, () => connect));
  }

  /** The next answer to this call; where ids are new in each run, that to a call of the same method; else the last. */
  answerTo(call: string): Exchange {
    const [method] = call.split(' ');
    const matches = [(taped: string) => taped === call, (taped: string) => taped.split(' ')[0] === method];
    for (const isSame of matches) {
      const at = this.#left.findIndex((exchange) => isSame(exchange.call));
      const [next] = at < 0 ? [] : this.#left.splice(at, 1);
      const found = next ?? this.#played.findLast((exchange) => isSame(exchange.call));
      if (next) this.#played.push(next);
      if (found) return found;
    }
    this.missed.push(call);
    return { call, status: 400, headers: { 'content-type': 'application/json' }, body: '{"__type":"NotRehearsed"}' };
  }
}

/** The rehearsal that this code runs in. Work that a rehearsal leaves behind never leaves it. */
export const rehearsal = (): Rehearsal | undefined => current.getStore();
