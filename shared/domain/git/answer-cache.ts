import type { Clock } from '../../platform/clock.ts';

/** What a cache may hold, and for how long. */
export interface CacheLimits {
  readonly milliseconds: number;
  readonly entries: number;
  /** As JSON. */
  readonly bytes: number;
}

export const CACHE_LIMITS: CacheLimits = { milliseconds: 60_000, entries: 200, bytes: 4_000_000 };

interface Entry {
  readonly value: unknown;
  readonly bytes: number;
  readonly until: number;
}

/**
 * Answers of git providers in the memory of one instance, for so long that scrolling and typing ask once. A key names
 * the owner and the version of their token: no owner meets another's answers, nor those of a token before.
 */
export class AnswerCache {
  readonly #now: Clock;
  readonly #limits: CacheLimits;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(now: Clock, limits: CacheLimits = CACHE_LIMITS) {
    this.#now = now;
    this.#limits = limits;
  }

  /** The kept answer, or a new one, which is kept unless it is a failure. */
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
    // The first entries are the oldest.
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
