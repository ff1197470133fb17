import type { VirtualTime } from './virtual-time.ts';

/** A token bucket, as AWS limits calls: it holds so many, and gets so many more each second. */
export interface Limit {
  readonly burst: number;
  readonly perSecond: number;
}

export interface Use {
  readonly calls: number;
  readonly refused: number;
  /** The most of the bucket that was missing at once, of 1. */
  readonly deepest: number;
  /** The most calls of any minute, of what the bucket is refilled with in one. */
  readonly busiestMinute: number;
}

/** One bucket, and what was taken from it. */
export class Quota {
  readonly #time: VirtualTime;
  readonly limit: Limit;
  #left: number;
  #seen: number;
  #calls = 0;
  #refused = 0;
  #least: number;
  readonly #minutes = new Map<number, number>();
  /** Until when it refuses everything, in milliseconds: a limit that others of the account have used up. */
  closedUntil = 0;

  constructor(time: VirtualTime, limit: Limit) {
    this.#time = time;
    this.limit = limit;
    this.#left = limit.burst;
    this.#least = limit.burst;
    this.#seen = time.milliseconds;
  }

  /** @returns whether there was room for the call. */
  take(count = 1): boolean {
    const now = this.#time.milliseconds;
    const { burst, perSecond } = this.limit;
    this.#left = Math.min(burst, this.#left + ((now - this.#seen) / 1000) * perSecond);
    this.#seen = now;
    if (now < this.closedUntil || this.#left < count) {
      this.#refused += 1;
      return false;
    }
    this.#left -= count;
    this.#least = Math.min(this.#least, this.#left);
    this.#calls += count;
    const minute = Math.floor(now / 60_000);
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + count);
    return true;
  }

  forget(): void {
    this.#calls = 0;
    this.#refused = 0;
    this.#least = this.#left;
    this.#minutes.clear();
  }

  get use(): Use {
    const { burst, perSecond } = this.limit;
    return {
      calls: this.#calls,
      refused: this.#refused,
      deepest: (burst - this.#least) / burst,
      busiestMinute: Math.max(0, ...this.#minutes.values()) / (perSecond * 60),
    };
  }
}
