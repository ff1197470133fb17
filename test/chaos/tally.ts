/** Counts actions and their failures, which are expected while faults are active. */
export class Tally {
  readonly #done = new Map<string, number>();
  readonly #failed = new Map<string, number>();
  readonly #reasons = new Map<string, number>();

  count(what: string): void {
    this.#done.set(what, (this.#done.get(what) ?? 0) + 1);
  }

  async attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.count(what);
    } catch (error) {
      this.#failed.set(what, (this.#failed.get(what) ?? 0) + 1);
      const reason = error instanceof Error ? error.message : String(error);
      this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    }
  }

  report(): Readonly<Record<string, unknown>> {
    return {
      done: Object.fromEntries(this.#done),
      failed: Object.fromEntries(this.#failed),
      reasons: Object.fromEntries([...this.#reasons].toSorted((a, b) => b[1] - a[1]).slice(0, 12)),
    };
  }
}
