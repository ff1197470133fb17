import type { CallBound } from './lineage-calls.ts';

/** How many keys are remembered at once. */
const MOST = 10_000;

/**
 * The limits of calls of keys that called before, so that their calls are counted while the key is looked up. Lineages
 * of a key never change. A key is known by its hash alone: no other caller counts for its lineages.
 */
export class KnownBounds {
  readonly #bounds = new Map<string, readonly CallBound[]>();

  /** None for a key that is not known, or has no such limits. */
  of(callsKey: string): readonly CallBound[] {
    return this.#bounds.get(callsKey) ?? [];
  }

  remember(callsKey: string, bounds: readonly CallBound[]): void {
    if (bounds.length === 0) return;
    if (this.#bounds.size >= MOST) this.#bounds.clear();
    this.#bounds.set(callsKey, bounds);
  }

  forget(callsKey: string): void {
    this.#bounds.delete(callsKey);
  }
}
