import { AppError } from '../../../platform/errors.ts';
import type { RunningCall } from './running-call.ts';

/** Libraries ignore comments between events, and spaces before JSON. */
const COMMENT = Buffer.from(': keep-alive\n\n');
const SPACE = Buffer.from('\n');

/** The answer for an agent. A reader that stops early waits until the rest was read and the call is closed. */
export class RelayedPieces implements AsyncIterableIterator<Uint8Array> {
  readonly #call: RunningCall;
  readonly #keepAlive: number;
  /** Whether the agent has got something, and with it the status. */
  #isBegun = false;
  #isOver = false;

  constructor(call: RunningCall, keepAlive: number) {
    this.#call = call;
    this.#keepAlive = keepAlive;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    if (this.#isOver) return this.#over();
    // The agent has waited already.
    if (this.#call.isPresumed && !this.#isBegun) return this.#given(this.#signOfLife());
    try {
      for (;;) {
        const piece = await this.#call.pipe.read(this.#keepAlive);
        if (piece === 'end') return this.#over();
        if (piece !== 'silence') return this.#given(piece);
        if (this.#call.isBetweenParts) return this.#given(this.#signOfLife());
      }
    } catch (error) {
      this.#isOver = true;
      const canTell = this.#isBegun && this.#call.isBetweenParts && error instanceof AppError;
      if (!canTell) throw error;
      return { done: false, value: this.#call.failurePart(error) };
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    if (!this.#isOver) this.#call.pipe.abandon();
    await this.#call.ended;
    return this.#over();
  }

  #signOfLife(): Uint8Array {
    return this.#call.isEvents ? COMMENT : SPACE;
  }

  #given(value: Uint8Array): IteratorResult<Uint8Array> {
    this.#isBegun = true;
    return { done: false, value };
  }

  #over(): IteratorResult<Uint8Array> {
    this.#isOver = true;
    return { done: true, value: undefined };
  }
}
