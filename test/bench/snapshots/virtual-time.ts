import type { Clock } from '../../../shared/platform/clock.ts';
import { SettableClock } from '../../support/platform/settable-clock.ts';

interface Timer {
  readonly at: number;
  readonly wake: () => void;
}

/** Time that jumps to the next timer as soon as nothing else happens. */
export class VirtualTime {
  readonly clock = new SettableClock();
  readonly #timers: Timer[] = [];

  get now(): Clock {
    return this.clock.now;
  }

  async sleep(milliseconds: number): Promise<void> {
    const at = this.now().getTime() + Math.max(0, milliseconds);
    await new Promise<void>((wake) => this.#timers.push({ at, wake }));
  }

  /** Lets time pass until a condition holds. @returns whether it did before the deadline */
  async until(isOver: () => boolean, seconds: number): Promise<boolean> {
    const deadline = this.now().getTime() + seconds * 1000;
    for (;;) {
      // All that is due now runs first.
      await new Promise((resolve) => setImmediate(resolve));
      if (isOver()) return true;
      this.#timers.sort((one, other) => one.at - other.at);
      const next = this.#timers.shift();
      if (!next || next.at > deadline) return false;
      this.clock.advance((next.at - this.now().getTime()) / 1000);
      next.wake();
    }
  }
}
