import { ApiProblem } from './api-problem.ts';
import { backoff } from './retries.ts';

/** What typing needs from outside. */
export interface InputPorts {
  /** Sends bytes at a position, or asks for the position without one. @returns the position after it */
  readonly send: (bytes: Uint8Array, offset: number | undefined) => Promise<number>;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly now: () => number;
}

/** Keys that arrive within this time travel together, in milliseconds. */
const GATHER = 15;
/** The time between two requests once many were sent: half of what the rate limit of a key allows. */
const SUSTAINED = 200;
/** How many requests may be sent at once before that. */
const BURST = 60;

/** The most input in one request, in bytes. */
const MOST_BYTES = 64 * 1024;

/** Attempts in a row that fail before the input gives up: some two minutes. */
const MOST_FAILURES = 8;

/**
 * Sends what is typed, in order and each byte once: at most one request is under way, and what is typed meanwhile
 * travels in the next. A request whose response is lost is repeated at the same position, which has no further effect.
 */
export class TerminalInput {
  readonly #ports: InputPorts;
  #waiting: Uint8Array[] = [];
  #position: number | undefined;
  #sending: Promise<void> | undefined;
  #level = 0;
  #levelAt = 0;
  #hasEnded = false;

  constructor(ports: InputPorts) {
    this.#ports = ports;
  }

  /** @returns when everything so far is sent. It rejects with the reason why no more can be sent. */
  write(bytes: Uint8Array): Promise<void> {
    if (this.#hasEnded) return Promise.resolve();
    this.#waiting.push(bytes);
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /** The terminal has ended, or its screen is left: the rest is dropped. */
  end(): void {
    this.#hasEnded = true;
    this.#waiting = [];
  }

  async #sendAll(): Promise<void> {
    this.#position ??= await this.#persistently(new Uint8Array(), undefined);
    while (this.#waiting.length > 0) {
      await this.#ports.pause(this.#spacing());
      const bytes = this.#take();
      if (bytes.length > 0) this.#position = await this.#persistently(bytes, this.#position);
    }
  }

  /** Each request raises a level, which falls again with time. */
  #spacing(): number {
    const now = this.#ports.now();
    this.#level = Math.max(0, this.#level - (now - this.#levelAt) / SUSTAINED) + 1;
    this.#levelAt = now;
    return this.#level > BURST ? SUSTAINED : GATHER;
  }

  #take(): Uint8Array {
    const whole = Uint8Array.from(this.#waiting.flatMap((bytes) => [...bytes]));
    this.#waiting = whole.length > MOST_BYTES ? [whole.subarray(MOST_BYTES)] : [];
    return whole.subarray(0, MOST_BYTES);
  }

  async #persistently(bytes: Uint8Array, offset: number | undefined): Promise<number> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.#ports.send(bytes, offset);
      } catch (error) {
        if (this.#hasEnded) return offset ?? 0;
        if (!isTemporary(error) || failures >= MOST_FAILURES) {
          this.end();
          throw error;
        }
      }
      await this.#ports.pause(backoff(failures));
    }
  }
}

/** A lost connection, or a service that is busy. */
function isTemporary(error: unknown): boolean {
  return error instanceof ApiProblem ? error.status === 429 || error.status >= 500 : error instanceof TypeError;
}
