import type { Surroundings } from './resource-store.ts';
import { HaltedError } from './trees.ts';

interface Readers {
  /** Whether a volume's content is still being copied to a snapshot. */
  readsVolume(volumeId: string): boolean;
  /** Whether a snapshot is still being made. */
  makes(snapshotId: string): boolean;
}

/** Deletes the folders of deleted resources once no copy reads them: copies on AWS are of one moment. */
export class Removals {
  readonly #surroundings: Surroundings;
  readonly #readers: Readers;
  readonly #doomed = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();

  constructor(surroundings: Surroundings, readers: Readers) {
    this.#surroundings = surroundings;
    this.#readers = readers;
  }

  /** Continues the deletions that an earlier run left. */
  resume(): void {
    const { volumes, snapshots } = this.#surroundings.store;
    for (const { id, state } of [...volumes, ...snapshots]) if (state === 'deleting') this.#doomed.add(id);
    this.collect();
  }

  /** Call it only when the deletion is durably recorded: a folder must not go before that. */
  add(id: string): void {
    this.#doomed.add(id);
    this.collect();
  }

  /** Call it when a reader has finished. */
  collect(): void {
    const { store, folders, halted } = this.#surroundings;
    if (halted.aborted) return;
    for (const { id } of store.volumes) {
      if (this.#doomed.has(id) && !this.#readers.readsVolume(id)) this.#remove(id, folders.home(id));
    }
    const sources = new Set(store.volumes.flatMap(({ state, snapshotId }) => (state === 'creating' ? snapshotId : [])));
    for (const { id } of store.snapshots) {
      if (!this.#doomed.has(id) || sources.has(id) || this.#readers.makes(id)) continue;
      this.#remove(id, folders.snapshot(id));
    }
  }

  /** Resolves when no removal is running. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  #remove(id: string, folder: string): void {
    if (this.#running.has(id)) return;
    const work = this.#removeFolder(id, folder).finally(() => this.#running.delete(id));
    this.#running.set(id, work);
  }

  async #removeFolder(id: string, folder: string): Promise<void> {
    const { store, folders, trees, log } = this.#surroundings;
    try {
      await Promise.all([trees.remove(folder), trees.remove(folders.partial(folder))]);
      store.remove(id);
      this.#doomed.delete(id);
      await store.save();
    } catch (error) {
      // The record still says `deleting`, so the next start continues.
      if (!(error instanceof HaltedError)) log(`${id} was not removed: ${String(error)}`);
    }
  }
}
