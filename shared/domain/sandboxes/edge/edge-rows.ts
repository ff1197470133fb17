import type { AddressRow, EdgeRow, StoreRow } from './edge-row.ts';

/** The rows of a sandbox and of a public address, as they were read. */
export interface Claims {
  readonly own: EdgeRow | undefined;
  readonly address: AddressRow | undefined;
}

/** The rows of entries, for callers that claim addresses. Reads are consistent. */
export interface EdgeRows {
  /** The row of a sandbox, by its address id. */
  find(addressId: string): Promise<EdgeRow | undefined>;
  claims(addressId: string, publicAddress: string): Promise<Claims>;
  /** Replaces both rows, or none if one is not as it was read. @returns whether it did */
  claim(own: EdgeRow, address: AddressRow, read: Claims): Promise<boolean>;
  /** Changes a row unless it is not as it was read. @returns whether it did */
  change(read: EdgeRow, change: Partial<EdgeRow>): Promise<boolean>;
  /** Adds a row unless there is one. @returns whether it did */
  add(row: EdgeRow): Promise<boolean>;
}

/** The rows of entries, for the sweep. */
export interface LiveRows extends Pick<EdgeRows, 'change'> {
  /** Rows whose entry the store has or may have, in pages. New and changed rows can be missing for a moment. */
  live(): AsyncIterable<readonly EdgeRow[]>;
  store(): Promise<StoreRow>;
  /** A sweep that began at this time found no row. */
  foundEmpty(at: Date): Promise<void>;
}

/** The rows of entries, for the comparison with the store. */
export type ComparedRows = Pick<EdgeRows, 'add' | 'change'> & Pick<LiveRows, 'live'>;

/** The rows of entries, for the writer. Each result counts for the version that was read, and is dropped for others. */
export interface EdgeWork {
  /**
   * Takes the turn to update the store, so that writers seldom meet there. What keeps their updates apart is the
   * version of the store, as a turn can end too early.
   *
   * @returns the row of the store; undefined while another writer has its turn
   */
  takeTurn(): Promise<StoreRow | undefined>;
  /** Ends a turn without an update. */
  endTurn(): Promise<void>;
  /** Reads rows consistently, by address id. */
  rows(addressIds: readonly string[]): Promise<readonly EdgeRow[]>;
  /** The store has the entry. Former addresses become free once no edge can have them either. */
  written(row: EdgeRow): Promise<void>;
  /** The store has no entry. All addresses of the row become free once no edge can have them either. */
  left(row: EdgeRow): Promise<void>;
  /** The store has no entry, as it has no room. Former addresses become free. */
  overflowed(row: EdgeRow): Promise<void>;
  /** The store has a new version. Ends the turn. */
  changed(version: string): Promise<void>;
  /** The store was compared with the rows, beginning at this time. */
  compared(at: Date): Promise<void>;
}
