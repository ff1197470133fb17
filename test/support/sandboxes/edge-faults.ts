import { type AddressRow, addressRowId, type EdgeRow } from '../../../shared/domain/sandboxes/edge/edge-row.ts';
import type { Claims } from '../../../shared/domain/sandboxes/edge/edge-rows.ts';
import type { EdgeChanges, EdgeOutcome } from '../../../shared/domain/sandboxes/edge/edge-store.ts';
import { MemoryEdgeRows, MemoryEdgeStore } from './memory-edge.ts';

/** Deliberate faults of the rows and the store of the edge's entries. */

/** A sandbox takes an address whatever its claim says. */
export class Unclaimed extends MemoryEdgeRows {
  override async claims(addressId: string, publicAddress: string): Promise<Claims> {
    return { ...(await super.claims(addressId, publicAddress)), address: undefined };
  }

  override async claim(own: EdgeRow, address: AddressRow, read: Claims): Promise<boolean> {
    this.addresses.delete(address.entry_id);
    return super.claim(own, address, read);
  }
}

/** A claim is older than whatever any worker saw, so a worker that hung evicts the later sandbox at its address. */
export class Ageless extends MemoryEdgeRows {
  override async claims(addressId: string, publicAddress: string): Promise<Claims> {
    const { own, address } = await super.claims(addressId, publicAddress);
    return { own, address: address && { ...address, seen_at: 0 } };
  }
}

/** A removal counts whatever became of the row since. */
export class Forgiving extends MemoryEdgeRows {
  override async left(row: EdgeRow): Promise<void> {
    const current = this.names.get(row.entry_id);
    if (current) await super.left(current);
  }
}

/** An address is free as soon as the store has lost the old entry. */
export class Hurried extends MemoryEdgeRows {
  override async left(row: EdgeRow): Promise<void> {
    await super.left(row);
    for (const [id, claim] of this.addresses) if (claim.free_at) this.addresses.set(id, { ...claim, free_at: 1 });
  }
}

/** The former address of a sandbox is free before the store was written. */
export class Early extends MemoryEdgeRows {
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
export class Forgetful extends MemoryEdgeRows {
  override claim({ former_addresses: _, ...own }: EdgeRow, address: AddressRow, read: Claims): Promise<boolean> {
    return super.claim(own, address, read);
  }
}

/** A row counts as written whatever version it has. */
export class Careless extends MemoryEdgeRows {
  override async written(row: EdgeRow): Promise<void> {
    const current = this.names.get(row.entry_id);
    if (current) await super.written(current);
  }
}

/** No row knows the version of the sandbox's row that it comes from. */
export class Orderless extends MemoryEdgeRows {
  override async find(addressId: string): Promise<EdgeRow | undefined> {
    const row = await super.find(addressId);
    return row && { ...row, row_version: 0 };
  }

  override async change(read: EdgeRow, change: Partial<EdgeRow>): Promise<boolean> {
    const current = this.names.get(read.entry_id);
    return super.change({ ...read, row_version: current?.row_version ?? 0 }, change);
  }
}

/** An update replaces any version of the store. */
export class Unversioned extends MemoryEdgeStore {
  override async update(_version: string, changes: EdgeChanges): Promise<EdgeOutcome> {
    return super.update(await this.version(), changes);
  }
}

/** An update without changes leaves the version as it is. */
export class Idle extends MemoryEdgeStore {
  override async update(version: string, changes: EdgeChanges): Promise<EdgeOutcome> {
    const isEmpty = changes.puts.length + changes.deletes.length === 0;
    return isEmpty && version === (await this.version()) ? { kind: 'done', version } : super.update(version, changes);
  }
}
