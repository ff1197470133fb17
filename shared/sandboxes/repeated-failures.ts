import { log } from '../log.ts';

/** Of how many things failures are remembered; what was forgotten is news again. */
const REMEMBERED = 1_000;

/**
 * Logs failures of things that are looked at again and again. One that lasts is an error the first time, and then when it has doubled: its first lines say all there
 * is to say, and an operator reads none of the thousandth.
 */
export class RepeatedFailures {
  readonly #times = new Map<string, { readonly name: string; readonly times: number }>();

  /** @param of what failed, the same words each time */
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

  /** It went well: should it fail again, that is news. */
  went(of: string): void {
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
