import type { Clock } from '../../platform/clock.ts';

/** The lifetime of an entry, the number of entries, and their size as JSON. */
export const CACHE_LIMITS = { milliseconds: 60_000, entries: 200, bytes: 4_000_000 };

interface Entry {
  readonly value: unknown;
  readonly bytes: number;
  readonly until: number;
}

/**
 * A short-lived cache of provider responses in one instance, so that scrolling and typing send few requests. A key
 * includes the owner and the version of the token: no owner gets the responses of another owner or of an older token.
 */
export class AnswerCache {
  readonly #now: Clock;
  readonly #limits: typeof CACHE_LIMITS;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(now: Clock, limits = CACHE_LIMITS) {
    this.#now = now;
    this.#limits = limits;
  }

  /** The cached response or a new one. Failures are not cached. */
  async answer<T>(key: readonly unknown[], ask: () => Promise<T>): Promise<T> {
    const name = JSON.stringify(key);
    const found = this.#entries.get(name);
    if (found && found.until > this.#now().getTime()) return found.value as T;
    const value = await ask();
    this.#keep(name, value);
    return value;
  }

  #keep(name: string, value: unknown): void {
    this.#drop(name);
    const bytes = name.length + (JSON.stringify(value) ?? '').length;
    if (bytes > this.#limits.bytes) return;
    this.#entries.set(name, { value, bytes, until: this.#now().getTime() + this.#limits.milliseconds });
    this.#bytes += bytes;
    // A Map iterates in insertion order, so the first entries are the oldest.
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limits.bytes && this.#entries.size <= this.#limits.entries) break;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes ?? 0;
    this.#entries.delete(name);
  }
}
