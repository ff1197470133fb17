import type { LaunchPace } from '../../../shared/domain/sandboxes/launch/launch-pace.ts';

/** The pace of one process. Nothing waits between look and leap. */
export class MemoryLaunchPace implements LaunchPace {
  readonly #interval: number;
  #next = 0;

  constructor(perSecond: number) {
    this.#interval = Math.ceil(1000 / perSecond);
  }

  async reserve(now: Date): Promise<Date> {
    const slot = Math.max(now.getTime(), this.#next);
    this.#next = slot + this.#interval;
    return new Date(slot);
  }

  async reserveIdle(now: Date): Promise<boolean> {
    if (this.#next > now.getTime()) return false;
    await this.reserve(now);
    return true;
  }
}
