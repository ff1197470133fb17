import { log } from '../../platform/log.ts';

/** How many failing items are remembered. A forgotten one is logged as new. */
const REMEMBERED = 1_000;

/** Logs a lasting failure as an error only the first time and each time its count has doubled. */
export class RepeatedFailures {
  readonly #times = new Map<string, { readonly name: string; readonly times: number }>();

  /** @param of the failing item, by the same name each time */
  failed(of: string, event: string, error: unknown, fields: Readonly<Record<string, unknown>> = {}): void {
    const name = error instanceof Error ? error.name : typeof error;
    const before = this.#times.get(of);
    const times = before?.name === name ? before.times + 1 : 1;
    this.#times.delete(of);
    this.#times.set(of, { name, times });
    this.#forgetOldest();
    if (isPowerOfTwo(times)) log.error(event, { ...fields, of, times, error });
    else log.info(event, { ...fields, of, times, error_name: name });
  }

  /** The item succeeded: its next failure is logged as new. */
  succeeded(of: string): void {
    this.#times.delete(of);
  }

  #forgetOldest(): void {
    const [oldest] = this.#times.keys();
    if (this.#times.size > REMEMBERED && oldest !== undefined) this.#times.delete(oldest);
  }
}

function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count));
}
