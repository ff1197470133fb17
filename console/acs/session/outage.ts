import { againIn, reasonOf } from './service-fetch.ts';

/** Reports once that a service refuses requests or does not respond, and once more when it responds again. */
export class Outage {
  readonly #address: string;
  readonly #say: (text: string) => void;
  #reported: 'busy' | 'down' | undefined;

  constructor(address: string, say: (text: string) => void) {
    this.#address = address;
    this.#say = say;
  }

  /** Whether the service has not responded since it was reported. */
  get isReported(): boolean {
    return this.#reported !== undefined;
  }

  /** @param pause milliseconds until the next attempt; later attempts are not reported */
  report(outcome: Response | { readonly error: unknown }, pause: number): void {
    const kind = outcome instanceof Response && outcome.status === 429 ? 'busy' : 'down';
    if (kind === this.#reported) return;
    this.#reported = kind;
    this.#say(`${reasonOf(outcome)} ${againIn(pause)}`);
  }

  /** `fetch` that recognises the end of an outage. */
  endedBy(send: typeof fetch): typeof fetch {
    return async (input, init) => {
      const response = await send(input, init);
      if (response.status < 500 && response.status !== 429) this.#end();
      return response;
    };
  }

  #end(): void {
    if (this.#reported === 'down') this.#say(`${this.#address} responds again.`);
    this.#reported = undefined;
  }
}
