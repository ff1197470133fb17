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

  /**
   * The answer to this very question; else the next one to such a call, of those the one whose question begins most
   * alike; where ids are new in each run, that to a call of the same method.
   */
  answerTo(call: string, asked = ''): Exchange {
    const [method] = call.split(' ');
    const isSame = (taped: Exchange) => taped.call === call;
    const isAlike = (taped: Exchange) => taped.call.split(' ')[0] === method;
    const isVery = (taped: Exchange) => isSame(taped) && taped.asked === asked;
    const found =
      this.#left.find(isVery) ??
      this.#played.findLast(isVery) ??
      closest(this.#left.filter(isSame), asked) ??
      closest(this.#played.filter(isSame).toReversed(), asked) ??
      this.#left.find(isAlike) ??
      this.#played.findLast(isAlike);
    if (found) {
      const at = this.#left.indexOf(found);
      if (at >= 0) this.#played.push(...this.#left.splice(at, 1));
      return found;
    }
    this.missed.push(call);
    return { call, status: 400, headers: { 'content-type': 'application/json' }, body: '{"__type":"NotRehearsed"}' };
  }
}

/** The rehearsal that this code runs in. Work that a rehearsal leaves behind never leaves it. */
export const rehearsal = (): Rehearsal | undefined => current.getStore();

const INSTANT_OR_DIGEST = /\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{64}/g;

/** Which moment a question names, and which SHA-256, says nothing: these are others at each playing. */
const withoutChance = (asked: string) => asked.replaceAll(INSTANT_OR_DIGEST, '');

/** The first of those with the longest common beginning. */
function closest(exchanges: readonly Exchange[], asked: string): Exchange | undefined {
  const wanted = withoutChance(asked);
  let best: Exchange | undefined;
  let most = -1;
  for (const exchange of exchanges) {
    const length = commonBeginning(withoutChance(exchange.asked ?? ''), wanted);
    if (length > most) [best, most] = [exchange, length];
  }
  return best;
}

function commonBeginning(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
