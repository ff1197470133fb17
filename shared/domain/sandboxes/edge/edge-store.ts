/** Changes of the edge's store, which are made together or not at all. */
export interface EdgeChanges {
  readonly puts: readonly { readonly key: string; readonly value: string }[];
  readonly deletes: readonly string[];
}

/**
 * What an update did. `changed`: nothing, as another writer changed the store after its version was read. `absent`:
 * nothing, as the store lacks a key to delete. `full`: nothing, as the store has no room. `refused`: nothing, as the
 * store does not accept such an entry.
 */
export type EdgeOutcome =
  | { readonly kind: 'done'; readonly version: string }
  | { readonly kind: 'changed' | 'absent' | 'full' | 'refused' };

/** The most changes of one update. Each update also has an entry of its own, so that it always changes the store. */
export const MOST_CHANGES = 49;

/** The store from which the edge reads. Each update names the version that it replaces, and makes a new one. */
export interface EdgeStore {
  /** The version of the whole store. */
  version(): Promise<string>;
  /**
   * Makes at most `MOST_CHANGES` changes, or none of them. Makes a new version also without changes, so that no earlier
   * update can be accepted any more.
   *
   * @throws when it is not known what happened: the update may still be made, as long as the version is the same
   */
  update(version: string, changes: EdgeChanges): Promise<EdgeOutcome>;
  /** The entries of sandboxes, in pages. */
  entries(): AsyncIterable<readonly { readonly key: string; readonly value: string }[]>;
}
