import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type AddressRow, addressRowId, type EdgeRow } from '../../../../../shared/domain/sandboxes/edge/edge-row.ts';
import type { Claims } from '../../../../../shared/domain/sandboxes/edge/edge-rows.ts';
import type { EdgeChanges, EdgeOutcome } from '../../../../../shared/domain/sandboxes/edge/edge-store.ts';
import { MemoryEdgeRows, MemoryEdgeStore } from '../../../../support/sandboxes/memory-edge.ts';
import { brokenAtEdge, type EdgeFaults } from '../../../../support/sandboxes/world/edge-world.ts';

/** A sandbox takes an address whatever its claim says. */
class Unclaimed extends MemoryEdgeRows {
  override async claims(addressId: string, publicAddress: string): Promise<Claims> {
    return { ...(await super.claims(addressId, publicAddress)), address: undefined };
  }

  override async claim(own: EdgeRow, address: AddressRow, read: Claims): Promise<boolean> {
    this.addresses.delete(address.entry_id);
    return super.claim(own, address, read);
  }
}

/** An address is free as soon as the store has lost the old entry. */
class Hurried extends MemoryEdgeRows {
  override async left(row: EdgeRow): Promise<void> {
    await super.left(row);
    for (const [id, claim] of this.addresses) if (claim.free_at) this.addresses.set(id, { ...claim, free_at: 1 });
  }
}

/** The former address of a sandbox is free before the store was written. */
class Early extends MemoryEdgeRows {
  override async claim(own: EdgeRow, address: AddressRow, read: Claims): Promise<boolean> {
    const isClaimed = await super.claim(own, address, read);
    for (const former of isClaimed ? (own.former_addresses ?? []) : []) {
      const claim = this.addresses.get(addressRowId(former));
      if (claim) this.addresses.set(claim.entry_id, { ...claim, free_at: 1 });
    }
    return isClaimed;
  }
}

/** A sandbox forgets its former addresses, whose claims then stay. */
class Forgetful extends MemoryEdgeRows {
  override claim({ former_addresses: _, ...own }: EdgeRow, address: AddressRow, read: Claims): Promise<boolean> {
    return super.claim(own, address, read);
  }
}

/** An update replaces any version of the store. */
class Unversioned extends MemoryEdgeStore {
  override async update(_version: string, changes: EdgeChanges): Promise<EdgeOutcome> {
    return super.update(await this.version(), changes);
  }
}

/** An update without changes leaves the version as it is. */
class Idle extends MemoryEdgeStore {
  override async update(version: string, changes: EdgeChanges): Promise<EdgeOutcome> {
    const isEmpty = changes.puts.length + changes.deletes.length === 0;
    return isEmpty && version === (await this.version()) ? { kind: 'done', version } : super.update(version, changes);
  }
}

/** A row counts as written whatever version it has. */
class Careless extends MemoryEdgeRows {
  override async written(row: EdgeRow): Promise<void> {
    const current = this.names.get(row.entry_id);
    if (current) await super.written(current);
  }
}

const mutations: readonly (readonly [name: string, breaks: string, faults: EdgeFaults])[] = [
  ['nothing claims public addresses', 'leads home', { rows: (now) => new Unclaimed(now) }],
  ['an address is free at once', 'leads home', { rows: (now) => new Hurried(now) }],
  ['a former address is free before the store was written', 'leads home', { rows: (now) => new Early(now) }],
  ['a former address is never free', 'at rest', { rows: (now) => new Forgetful(now) }],
  ['updates do not name the version that they replace', 'leads home', { store: () => new Unversioned() }],
  ['an update without changes makes no new version', 'leads home', { store: () => new Idle() }],
  ['agents get their keys while the address waits', 'leads home', { hasty: true }],
  ['stops ask for no removal', 'at rest', { forgetful: true }],
  ['a late result counts for a newer version', 'at rest', { rows: (now) => new Careless(now) }],
];

const RUNS = 8_000;

/** A check that cannot fail proves nothing. */
describe('the simulated edge', () => {
  beforeAll(() => {
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  });

  it.each(mutations)(
    'finds that %s',
    async (_name, breaks, faults) => {
      let seed = 0;
      let broken: readonly string[] = [];
      while (seed < RUNS && !broken.some((one) => one.startsWith(breaks))) {
        seed += 1;
        broken = await brokenAtEdge({ seed, steps: 120 }, faults);
      }
      expect(broken.filter((one) => one.startsWith(breaks))).not.toEqual([]);
    },
    180_000,
  );
});
