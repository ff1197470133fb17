/** Chance that follows from a seed. What the machine does in between does not, so that a run can be repeated in kind, not to the letter. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** From 0 to below 1. */
  roll(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) | 0;
    return (this.#state >>> 0) / 2 ** 32;
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.roll() * items.length)];
  }
}
