import type { Clock } from '../../../platform/clock.ts';
import type { EdgeEntries, EdgeSandbox } from './edge-entries.ts';
import {
  type AddressRow,
  addressesOf,
  addressRowId,
  type EdgeRow,
  entryOf,
  liveKey,
  nameRowId,
  purgeAt,
} from './edge-row.ts';
import type { Claims, EdgeRows } from './edge-rows.ts';

/** How often a call starts again after a lost race. */
const TRIES = 5;

/** A sandbox that was resumed this often while the store was not written waits: one transaction frees all claims. */
const MOST_FORMER = 20;

/** The writer is asked again for a row that another sandbox has waited for this long, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Two rows for each entry, which are claimed together: one of the sandbox's address id, one of the public address. Only
 * the writer frees an address, after the store has accepted the update without it. So a sandbox needs no writer for its
 * next address: it keeps the claim of the earlier one until then.
 */
export class ClaimedEntries implements EdgeEntries {
  readonly #rows: EdgeRows;
  readonly #now: Clock;

  constructor(rows: EdgeRows, now: Clock) {
    this.#rows = rows;
    this.#now = now;
  }

  async take(sandbox: EdgeSandbox, publicAddress: string, seenAt = this.#now()): Promise<'taken' | 'waiting'> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const read = await this.#rows.claims(sandbox.address_id, publicAddress);
      const { own, address } = read;
      if (own && isOutdated(own, sandbox, seenAt)) return 'waiting';
      if (own?.state === 'held' && own.generation === sandbox.generation && own.public_address === publicAddress) {
        if (await this.#update(own, sandbox)) return 'taken';
      } else if (address && !this.#isFree(address, sandbox)) {
        if (address.free_at === undefined && address.seen_at < seenAt.getTime()) await this.#evictHolder(address);
        return 'waiting';
      } else if (own && formerOf(own, publicAddress).length > MOST_FORMER) {
        await this.#remind(own);
        return 'waiting';
      } else if (await this.#claim(sandbox, publicAddress, seenAt, read)) return 'taken';
    }
    return 'waiting';
  }

  async refresh(sandbox: EdgeSandbox): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const own = await this.#rows.find(sandbox.address_id);
      if (own?.state !== 'held' || own.generation !== sandbox.generation) return;
      if (await this.#update(own, sandbox)) return;
    }
    throw new Error('the entry of a sandbox at the edge kept changing');
  }

  async leave({ address_id: id, generation }: Pick<EdgeSandbox, 'address_id' | 'generation'>): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const own = await this.#rows.find(id);
      if (own && own.generation > generation) return;
      if (await this.#end(id, generation, own)) return;
    }
    throw new Error('the entry of a sandbox at the edge kept changing');
  }

  /** The sandbox's own address is free at once: old copies of its entry lead to the same task. */
  #isFree({ address_id: holder, free_at: freeAt }: AddressRow, { address_id: id }: EdgeSandbox): boolean {
    return holder === id || (freeAt !== undefined && freeAt <= this.#now().getTime());
  }

  #claim(sandbox: EdgeSandbox, publicAddress: string, seenAt: Date, read: Claims): Promise<boolean> {
    const { owner_id, sandbox_id, address_id, generation } = sandbox;
    const { own } = read;
    const former = formerOf(own, publicAddress);
    const next: EdgeRow = {
      entry_id: nameRowId(address_id),
      owner_id,
      sandbox_id,
      generation,
      version: (own?.version ?? 0) + 1,
      state: 'held',
      public_address: publicAddress,
      ...(former.length === 0 ? {} : { former_addresses: [...former] }),
      ...this.#asked(),
      ...contentOf(sandbox, publicAddress),
      live: liveKey(address_id),
      ...(own?.generation === generation && own.ended_at !== undefined ? { ended_at: own.ended_at } : {}),
    };
    const claim = { entry_id: addressRowId(publicAddress), address_id, generation, seen_at: seenAt.getTime() };
    return this.#rows.claim(next, claim, read);
  }

  #asked() {
    return { write: 'yes' as const, asked_at: this.#now().getTime() };
  }

  /** A newer row of the sandbox replaces the entry. @returns whether the write won, or nothing was to be written */
  async #update(own: EdgeRow, sandbox: EdgeSandbox): Promise<boolean> {
    if (sandbox.version < own.row_version) return true;
    const next = contentOf(sandbox, own.public_address ?? '');
    if (next.value !== own.value)
      return this.#rows.change(own, { ...next, version: own.version + 1, ...this.#asked() });
    return sandbox.version === own.row_version || this.#rows.change(own, { row_version: sandbox.version });
  }

  /**
   * Another sandbox has the address now. Its agent waits until the store has no entry with it. A later generation of
   * the holder can have the address again by now.
   */
  async #evictHolder({ address_id: holder, entry_id: id, generation }: AddressRow): Promise<void> {
    const row = await this.#rows.find(holder);
    if (!row) return;
    const isHeld = row.state === 'held' && addressRowId(row.public_address ?? '') === id;
    if (isHeld && row.generation === generation) await this.#rows.change(row, this.#leaving(row));
    else await this.#remind(row);
  }

  /** Any change of a row that waits for the writer invokes it. */
  async #remind(row: EdgeRow): Promise<void> {
    const now = this.#now().getTime();
    if (row.write === undefined || now - Math.max(row.asked_at, row.reminded_at ?? 0) < PATIENCE) return;
    await this.#rows.change(row, { write: 'yes', reminded_at: now });
  }

  #leaving({ version }: EdgeRow) {
    return { state: 'leaving' as const, version: version + 1, ...this.#asked() };
  }

  /** A row without an entry refuses later calls of the same generation, too. @returns whether the write won */
  #end(id: string, generation: number, own: EdgeRow | undefined): Promise<boolean> {
    const ended = { generation, ended_at: this.#now().getTime() };
    const purge = { purge_at: purgeAt(this.#now()) };
    if (own?.state === 'held') return this.#rows.change(own, { ...ended, ...this.#leaving(own) });
    if (own) return this.#rows.change(own, { ...ended, ...(own.state === 'left' ? purge : {}) });
    const row = { entry_id: nameRowId(id), version: 1, row_version: 0, asked_at: 0 } as const;
    return this.#rows.add({ ...row, state: 'left', ...ended, ...purge });
  }
}

/** An older generation, or one that was asked to leave after its address was seen. */
function isOutdated(own: EdgeRow, { generation }: EdgeSandbox, seenAt: Date): boolean {
  if (own.generation !== generation) return own.generation > generation;
  return own.ended_at !== undefined && own.ended_at >= seenAt.getTime();
}

/** The addresses that the store may still have when the sandbox takes this one. */
function formerOf(own: EdgeRow | undefined, publicAddress: string): readonly string[] {
  if (!own || own.state === 'left') return [];
  return [...new Set(addressesOf(own))].filter((one) => one !== publicAddress);
}

function contentOf(sandbox: EdgeSandbox, publicAddress: string) {
  return { value: JSON.stringify(entryOf(sandbox, publicAddress)), row_version: sandbox.version };
}
