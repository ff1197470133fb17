import type { Clock } from '../../../shared/platform/clock.ts';

export class SettableClock {
  #now: number;

  constructor(start = '2026-11-21T12:00:00.000Z') {
    this.#now = Date.parse(start);
  }

  readonly now: Clock = () => new Date(this.#now);

  advance(seconds: number): void {
    this.#now += seconds * 1000;
  }

  set(at: string): void {
    this.#now = Date.parse(at);
  }
}
