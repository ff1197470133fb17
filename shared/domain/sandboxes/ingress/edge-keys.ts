/** The ingress keys as the edge has them: one entry of a store, of which every write needs the version. */
export interface EdgeKeys {
  /** The version of the whole store. */
  version(): Promise<string>;
  /** @returns undefined while there is no entry */
  value(): Promise<string | undefined>;
  /** @throws EdgeKeysChangedError when the store is no longer of this version: nothing was written then */
  replace(value: string, version: string): Promise<void>;
}

/** Another writer changed the store since its version was read. */
export class EdgeKeysChangedError extends Error {
  override readonly name = 'EdgeKeysChangedError';

  constructor() {
    super('another writer changed the keys of the edge at the same time');
  }
}
