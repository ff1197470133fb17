import { randomUUID } from 'node:crypto';
import type {
  WaitBounds,
  Waiter,
  WaitPlace,
  WaitPlaces,
  WaitRefusal,
} from '../../../shared/domain/sandboxes/waits/wait-for-status.ts';
import type { Clock } from '../../../shared/platform/clock.ts';

/** Places of one process. Nothing waits between look and leap. */
export class MemoryWaitPlaces implements WaitPlaces {
  readonly #bounds: WaitBounds;
  readonly #now: Clock;
  readonly #held = new Map<string, { readonly key: string; readonly until: Date }>();

  constructor(bounds: WaitBounds, now: Clock) {
    this.#bounds = bounds;
    this.#now = now;
  }

  /** How many requests wait. */
  get taken(): number {
    return this.#live().length;
  }

  async take({ ownerId, keyId }: Waiter, until: Date): Promise<WaitPlace | WaitRefusal> {
    const key = `${ownerId}/${keyId}`;
    const live = this.#live();
    if (this.#bounds.overall === 0) return 'service_full';
    if (live.filter((place) => place.key === key).length >= this.#bounds.perKey) return 'key_full';
    if (live.length >= this.#bounds.overall) return 'service_full';
    const holder = randomUUID();
    this.#held.set(holder, { key, until });
    return { holder, slots: [] };
  }

  async release({ holder }: WaitPlace): Promise<void> {
    this.#held.delete(holder);
  }

  #live() {
    return [...this.#held.values()].filter(({ until }) => until > this.#now());
  }
}
