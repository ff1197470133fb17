/**
 * The clock of the service, by the `Date` of its responses. The clock of a person's machine can be hours off, so its
 * time tells nothing about the times in responses.
 */
export class ServiceClock {
  readonly #here: () => number;
  readonly #onSet: () => void;
  /** How far the service is ahead of this machine, in milliseconds. */
  #ahead = 0;

  /** @param onSet called when a response shows that the known time was wrong */
  constructor({ here = Date.now, onSet = () => {} }: { here?: () => number; onSet?: () => void } = {}) {
    this.#here = here;
    this.#onSet = onSet;
  }

  /** The current time of the service; the time of this machine before the first response. */
  now(): Date {
    return new Date(this.#here() + this.#ahead);
  }

  /** `fetch` that reads the time from responses. */
  reading(send: typeof fetch): typeof fetch {
    return async (input, init) => {
      const sentAt = this.#here();
      const response = await send(input, init);
      this.#read(response.headers, sentAt, this.#here());
      return response;
    };
  }

  #read(headers: Headers, sentAt: number, receivedAt: number): void {
    const date = Date.parse(headers.get('date') ?? '');
    // This machine's clock was set back meanwhile, or the response can come from a cache.
    if (Number.isNaN(date) || receivedAt < sentAt || isCacheable(headers)) return;
    // The date has no milliseconds, and was written at some time between request and response.
    const ahead = date + 500 - (sentAt + receivedAt) / 2;
    const doubt = 500 + (receivedAt - sentAt) / 2;
    if (Math.abs(ahead - this.#ahead) <= doubt) return;
    this.#ahead = ahead;
    this.#onSet();
  }
}

function isCacheable(headers: Headers): boolean {
  return /\bmax-age=[1-9]/.test(headers.get('cache-control') ?? '');
}
