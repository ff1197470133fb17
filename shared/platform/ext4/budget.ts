import { Ext4Error } from './ext4-error.ts';

export interface Bounds {
  /** The most bytes read from the device, metadata included, and zeros returned for holes. */
  readonly bytes: number;
  /** The most reads. Each step through an image reads, so that no loop in an image lasts. */
  readonly reads: number;
  /** The most directory entries. */
  readonly entries: number;
  /** When to give up, in milliseconds since 1970. */
  readonly deadline: number;
  readonly now: () => number;
}

/** What is left of the bounds of one request. */
export class Budget {
  readonly #bounds: Bounds;
  #bytes = 0;
  #reads = 0;
  #entries = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** @throws Ext4Error `too_large`, `too_slow` */
  spendRead(bytes: number): void {
    this.#reads += 1;
    const { reads } = this.#bounds;
    if (this.#reads > reads) throw new Ext4Error('too_large', `More than ${reads} reads would be needed.`);
    this.spendBytes(bytes);
  }

  /** @throws Ext4Error `too_large`, `too_slow` */
  spendBytes(count: number): void {
    this.#bytes += count;
    const { bytes, now, deadline } = this.#bounds;
    if (this.#bytes > bytes) throw new Ext4Error('too_large', `More than ${bytes} bytes would have to be read.`);
    if (now() >= deadline) throw new Ext4Error('too_slow', 'The file system could not be read in time.');
  }

  /** @throws Ext4Error `too_large` */
  spendEntries(count: number): void {
    this.#entries += count;
    const { entries } = this.#bounds;
    if (this.#entries > entries) throw new Ext4Error('too_large', `There are more than ${entries} directory entries.`);
  }
}
