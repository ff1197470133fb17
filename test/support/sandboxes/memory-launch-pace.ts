import type { LaunchPace } from '../../../shared/domain/sandboxes/launch/tasks.ts';
import { limits } from '../../../shared/domain/sandboxes/record/limits.ts';

const HORIZON = limits.turnsAhead * 1000;
const NEAR = limits.turnsAtOnce * 1000;
const CLAIM = (limits.offering + limits.gather) * 1000;

/** The pace of one process. Nothing waits between look and leap. */
export class MemoryLaunchPace implements LaunchPace {
  readonly ahead: number;
  readonly #interval: number;
  #next = 0;
  #queueUntil = 0;
  #offerUntil = 0;

  constructor(perSecond: number) {
    this.#interval = Math.ceil(1_000_000 / perSecond) / 1000;
    this.ahead = Math.ceil(HORIZON / this.#interval);
  }

  async reserve(now: Date, isQueued = false): Promise<Date | undefined> {
    const slot = Math.max(now.getTime(), this.#next);
    if (slot > now.getTime() + (isQueued ? HORIZON : NEAR)) return undefined;
    if (!isQueued && this.#queueUntil > now.getTime()) return undefined;
    this.#next = slot + this.#interval;
    return new Date(Math.ceil(slot));
  }

  async keepForQueue(until: Date): Promise<void> {
    this.#queueUntil = until.getTime();
  }

  async claimOffer(now: Date): Promise<boolean> {
    if (this.#offerUntil > now.getTime()) return false;
    this.#offerUntil = now.getTime() + CLAIM;
    this.#queueUntil = now.getTime() + HORIZON;
    return true;
  }

  async endOffer(): Promise<void> {
    this.#offerUntil = 0;
  }

  async reserveIdle(now: Date): Promise<boolean> {
    if (this.#next > now.getTime()) return false;
    await this.reserve(now);
    return true;
  }
}
