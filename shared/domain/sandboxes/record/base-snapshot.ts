import * as z from 'zod';

/** The snapshot that is a sandbox's workspace until its next save. It is shared and read only. */
const BaseSnapshot = z.object({
  snapshot_id: z.string(),
  /** Null while the snapshot is being created, which the start waits for. */
  ebs_snapshot_id: z.string().nullable(),
});
export type BaseSnapshot = z.infer<typeof BaseSnapshot>;

/**
 * What the key that seals files of a workspace derives from. It goes with the workspace into snapshots and forks, whose
 * agents could not open those files otherwise.
 */
const Seal = z.object({
  /** The identity of the sandbox in which the workspace began. */
  id: z.string(),
  /** The master key; null as long as it is that of the sandbox's other keys. */
  key_id: z.string().nullable(),
});
export type Seal = z.infer<typeof Seal>;

/** The fields of a sandbox's row about the snapshot that it begins from. */
export const baseFields = { base_snapshot: BaseSnapshot.nullable(), seal: Seal };

interface Based {
  readonly snapshot_id: string | null;
  readonly base_snapshot: BaseSnapshot | null;
}

/** The EBS snapshot from which the next task starts: the sandbox's last save, or the snapshot that it begins from. */
export function startSnapshotOf({ snapshot_id: own, base_snapshot: base }: Based): string | null {
  return own ?? base?.ebs_snapshot_id ?? null;
}

/** The seal with its master key, as a copy of the workspace carries it. The key is null if no task has started yet. */
export function carriedSeal({ seal, key_id: keyId }: { readonly seal: Seal; readonly key_id: string | null }): Seal {
  return { id: seal.id, key_id: seal.key_id ?? keyId };
}
