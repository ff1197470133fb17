import { randomUUID } from 'node:crypto';
import {
  type AddressRow,
  addressesOf,
  addressIdOf,
  addressRowId,
  type EdgeRow,
  nameRowId,
  PROPAGATION,
  type StoreRow,
  TURN,
} from '../../../shared/domain/sandboxes/edge/edge-row.ts';
import type { Claims, EdgeRows, EdgeWork, LiveRows } from '../../../shared/domain/sandboxes/edge/edge-rows.ts';
import type { EdgeChanges, EdgeOutcome, EdgeStore } from '../../../shared/domain/sandboxes/edge/edge-store.ts';
import type { Clock } from '../../../shared/platform/clock.ts';

/** The edge's store in memory. */
export class MemoryEdgeStore implements EdgeStore {
  readonly values = new Map<string, string>();
  /** The bytes of keys and values that it has room for. */
  room = 5 * 1024 * 1024;
  /** Every call, for tests of their number. */
  readonly calls: ('version' | 'update' | 'entries')[] = [];
  #version = randomUUID();

  async version(): Promise<string> {
    this.calls.push('version');
    return this.#version;
  }

  async update(version: string, { puts, deletes }: EdgeChanges): Promise<EdgeOutcome> {
    this.calls.push('update');
    if (version !== this.#version) return { kind: 'changed' };
    if (deletes.some((key) => !this.values.has(key))) return { kind: 'absent' };
    if (puts.some(({ value }) => value.length > 1024)) return { kind: 'refused' };
    const next = new Map([...this.values].filter(([key]) => !deletes.includes(key)));
    for (const { key, value } of puts) next.set(key, value);
    if (bytesOf(next) > this.room) return { kind: 'full' };
    this.values.clear();
    for (const [key, value] of next) this.values.set(key, value);
    this.#version = randomUUID();
    return { kind: 'done', version: this.#version };
  }

  async *entries(): AsyncIterable<readonly { readonly key: string; readonly value: string }[]> {
    this.calls.push('entries');
    yield [...this.values].map(([key, value]) => ({ key, value }));
  }
}

function bytesOf(values: ReadonlyMap<string, string>): number {
  return [...values].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
}

/** The rows of entries in memory, for claims and for the writer. */
export class MemoryEdgeRows implements EdgeRows, EdgeWork, LiveRows {
  readonly names = new Map<string, EdgeRow>();
  readonly addresses = new Map<string, AddressRow>();
  readonly #now: Clock;
  #store: StoreRow = { changed_at: 0, turn_until: 0, compared_at: 0, empty_at: 0 };

  constructor(now: Clock) {
    this.#now = now;
  }

  async find(addressId: string): Promise<EdgeRow | undefined> {
    return this.names.get(nameRowId(addressId));
  }

  async claims(addressId: string, publicAddress: string): Promise<Claims> {
    const address = this.addresses.get(addressRowId(publicAddress));
    return { own: this.names.get(nameRowId(addressId)), address };
  }

  async claim(own: EdgeRow, address: AddressRow, read: Claims): Promise<boolean> {
    if (!this.#isAsRead(own.entry_id, read.own)) return false;
    const current = this.addresses.get(address.entry_id);
    if (current?.address_id !== read.address?.address_id || current?.free_at !== read.address?.free_at) return false;
    this.names.set(own.entry_id, own);
    this.addresses.set(address.entry_id, address);
    return true;
  }

  async change(read: EdgeRow, change: Partial<EdgeRow>): Promise<boolean> {
    if (!this.#isAsRead(read.entry_id, read)) return false;
    const current = this.names.get(read.entry_id);
    if (current) this.names.set(read.entry_id, { ...current, ...change });
    return true;
  }

  async add(row: EdgeRow): Promise<boolean> {
    if (this.names.has(row.entry_id)) return false;
    this.names.set(row.entry_id, row);
    return true;
  }

  async rows(addressIds: readonly string[]): Promise<readonly EdgeRow[]> {
    return addressIds.flatMap((id) => this.names.get(nameRowId(id)) ?? []);
  }

  async written(row: EdgeRow): Promise<void> {
    const { former_addresses: former } = row;
    this.#settle(
      row,
      ({ write: _write, overflow: _overflow, former_addresses: _former, ...rest }) => ({
        ...rest,
        written: row.version,
      }),
      former,
    );
  }

  async overflowed(row: EdgeRow): Promise<void> {
    const { former_addresses: former } = row;
    this.#settle(
      row,
      ({ write: _write, written: _written, former_addresses: _former, ...rest }) => ({ ...rest, overflow: true }),
      former,
    );
  }

  async left(row: EdgeRow): Promise<void> {
    const end = ({
      write: _write,
      written: _written,
      overflow: _overflow,
      value: _value,
      live: _live,
      former_addresses: _former,
      ...rest
    }: EdgeRow): EdgeRow => ({ ...rest, state: 'left' });
    this.#settle(row, end, addressesOf(row));
  }

  async *live(): AsyncIterable<readonly EdgeRow[]> {
    yield [...this.names.values()].filter(({ live }) => live !== undefined);
  }

  async store(): Promise<StoreRow> {
    return this.#store;
  }

  async foundEmpty(at: Date): Promise<void> {
    this.#store = { ...this.#store, empty_at: at.getTime() };
  }

  async takeTurn(): Promise<StoreRow | undefined> {
    const now = this.#now().getTime();
    if (this.#store.turn_until > now) return undefined;
    this.#store = { ...this.#store, turn_until: now + TURN };
    return this.#store;
  }

  async endTurn(): Promise<void> {
    this.#store = { ...this.#store, turn_until: 0 };
  }

  async changed(version: string): Promise<void> {
    this.#store = { ...this.#store, changed_at: this.#now().getTime(), version, turn_until: 0 };
  }

  async compared(at: Date): Promise<void> {
    this.#store = { ...this.#store, compared_at: at.getTime() };
  }

  #settle(row: EdgeRow, change: (row: EdgeRow) => EdgeRow, addresses: readonly string[] = []): void {
    const current = this.names.get(row.entry_id);
    if (!current || current.version !== row.version || current.state !== row.state) return;
    this.names.set(row.entry_id, change(current));
    for (const id of addresses.map(addressRowId)) {
      const claim = this.addresses.get(id);
      if (claim && claim.address_id === addressIdOf(row.entry_id) && claim.free_at === undefined)
        this.addresses.set(id, { ...claim, free_at: this.#now().getTime() + PROPAGATION });
    }
  }

  #isAsRead(id: string, read: EdgeRow | undefined): boolean {
    const current = this.names.get(id);
    if (!current || !read) return current === read;
    const fields = ['version', 'row_version', 'state', 'generation', 'ended_at'] as const;
    return fields.every((field) => current[field] === read[field]);
  }
}
