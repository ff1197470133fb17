/** Random numbers from a seed. A repeated run is similar, but not equal, because its timing differs. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  roll(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) | 0;
    return (this.#state >>> 0) / 2 ** 32;
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.roll() * items.length)];
  }
}
