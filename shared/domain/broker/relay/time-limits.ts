/** Time limits of a call, in milliseconds. */
export interface RelayLimits {
  /** For the look-up of the host and the connection. */
  readonly connect: number;
  /** For the first bytes of the response. */
  readonly firstByte: number;
  /** Between two pieces of the response. */
  readonly idle: number;
  /** For the whole call. */
  readonly total: number;
  /** Silence after which the agent gets a sign of life. */
  readonly keepAlive: number;
  /** The size of the longest answer, in bytes. */
  readonly maxBytes: number;
}

/**
 * API Gateway closes a response that is silent for 5 minutes, also before its first byte. So the agent gets the status
 * 200 and a sign of life before. Providers do the same: spaces before JSON, comments between events.
 *
 * The libraries of OpenAI and Anthropic wait 10 minutes for a response. Lambda and API Gateway end after 15, and the
 * call is recorded before that.
 */
export const relayLimits: RelayLimits = {
  connect: 10_000,
  firstByte: 600_000,
  idle: 300_000,
  total: 870_000,
  keepAlive: 120_000,
  maxBytes: 32 * 1024 * 1024,
};

/** One time limit at a time, and one for all of them together. */
export class Watchdog {
  readonly #abort = new AbortController();
  readonly #total: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;

  /** @param reason makes the reason of the signal from what took too long */
  constructor(total: number, reason: () => Error) {
    this.#total = setTimeout(() => this.#abort.abort(reason()), total);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Replaces the current limit. */
  limit(milliseconds: number, reason: () => Error): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#abort.abort(reason()), milliseconds);
  }

  /** Only the total limit applies. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#total);
  }
}
