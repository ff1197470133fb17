/** Numbers that follow from a seed, so that a failed run can be run again. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  below(bound: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) | 0;
    return Math.floor(((this.#state >>> 0) / 2 ** 32) * bound);
  }

  take<T>(items: T[]): T | undefined {
    return items.splice(this.below(items.length), 1)[0];
  }
}
