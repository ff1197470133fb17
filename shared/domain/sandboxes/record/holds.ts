/** What a write of a sandbox's row says about the snapshot that it begins from. */
interface Based {
  readonly sandbox_id: string;
  /** Without an EBS snapshot while the snapshot is being created. */
  readonly base_snapshot: { readonly snapshot_id: string; readonly ebs_snapshot_id: string | null } | null;
}

export interface HoldingWrite {
  readonly previous: Based | null;
  readonly next: Based;
  /** The snapshot whose row the same transaction writes, with this sandbox's hold already counted. */
  readonly madeSnapshot?: string | undefined;
}

/** A change of a snapshot's holds, with the sandboxes that begin to wait for it. */
export interface HoldChange {
  readonly holds: number;
  readonly waiting: readonly string[];
}

/** The changes of holds by snapshot. Derived from the rows, so that no caller can forget one. */
export function holdChangesOf(writes: readonly HoldingWrite[]): ReadonlyMap<string, HoldChange> {
  const changes = new Map<string, HoldChange>();
  const add = (id: string, holds: number, waiting: readonly string[]) => {
    const known = changes.get(id) ?? { holds: 0, waiting: [] };
    changes.set(id, { holds: known.holds + holds, waiting: [...known.waiting, ...waiting] });
  };
  for (const { previous, next, madeSnapshot } of writes) {
    const [before, after] = [previous?.base_snapshot?.snapshot_id, next.base_snapshot?.snapshot_id];
    if (before === after) continue;
    if (before !== undefined) add(before, -1, []);
    if (after !== undefined && after !== madeSnapshot)
      add(after, 1, next.base_snapshot?.ebs_snapshot_id === null ? [next.sandbox_id] : []);
  }
  return new Map([...changes].filter(([, { holds }]) => holds !== 0));
}
