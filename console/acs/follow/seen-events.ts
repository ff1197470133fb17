import { idOf, type KeptEvent, timeOf } from './kept-event.ts';

/** How far back a source is asked again, in milliseconds: what arrives late is no later than this. */
const OVERLAP = 60_000;

/** Which events have been shown. Sources overlap, so that none is lost; this sees that none is shown twice. */
export class SeenEvents {
  readonly #ids = new Set<string>();
  readonly #since: Date | undefined;
  #newest: Date | undefined;

  /** @param since what is older is not wanted */
  constructor(since?: Date) {
    this.#since = since;
  }

  /** Whether it is wanted and new. From now on it is not. */
  isNew(event: KeptEvent): boolean {
    const time = timeOf(event);
    if (this.#since !== undefined && time < this.#since) return false;
    if (this.#ids.has(idOf(event))) return false;
    this.#ids.add(idOf(event));
    if (this.#newest === undefined || time > this.#newest) this.#newest = time;
    return true;
  }

  /** From when on a source has to be asked. */
  get from(): Date | undefined {
    if (this.#newest === undefined) return this.#since;
    const overlapping = new Date(this.#newest.getTime() - OVERLAP);
    return this.#since !== undefined && this.#since > overlapping ? this.#since : overlapping;
  }
}
