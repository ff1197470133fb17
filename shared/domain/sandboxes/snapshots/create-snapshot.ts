import type { Part } from '../../../platform/aws/transact.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, NotFoundError, retryLostRaces } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';
import type { StatusReason } from '../../../presentation/sandbox-reasons.ts';
import * as reasons from '../../../presentation/snapshot-reasons.ts';
import { isBeyondResume } from '../intent/intents.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { isGone } from '../record/status.ts';
import type { WorkspaceSnapshot } from '../record/workspace-snapshot.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import type { SnapshotStore } from '../store/snapshot-store.ts';
import * as changes from './snapshot-changes.ts';
import { sourceOf } from './source-of.ts';

export interface CreateSnapshotDeps {
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
  readonly snapshots: Pick<SnapshotStore, 'find' | 'save' | 'parts'>;
  /** The most snapshots of an owner. */
  readonly snapshotLimit: number;
  readonly now: Clock;
}

/** Further parts of the transaction that makes the snapshot, such as the claim of an Idempotency-Key. */
type With = (snapshot: WorkspaceSnapshot) => Promise<readonly (Part & TransactionPart)[]>;

/**
 * Makes a snapshot of a sandbox. At rest, its saved workspace becomes the snapshot at once; otherwise a worker copies
 * the disk.
 *
 * @param payer the API key that requests it and pays for its storage
 * @throws NotFoundError; SnapshotLimitError; AppError `gone`, `conflict` with what to do
 */
export async function createSnapshot(
  sandbox: { readonly ownerId: string; readonly sandboxId: string },
  order: changes.SnapshotOrder & { readonly id?: string },
  payer: changes.Payer,
  further: With,
  deps: CreateSnapshotDeps,
): Promise<WorkspaceSnapshot> {
  const id = order.id ?? newId(deps.now());
  return retryLostRaces(async () => {
    const found = await deps.sandboxes.find(sandbox.ownerId, sandbox.sandboxId);
    if (isGone(found)) throw new NotFoundError('Sandbox', sandbox.sandboxId);
    const row = changes.newSnapshot(found, id, order, payer, deps.now());
    return write(row, found, further, deps);
  });
}

async function write(row: WorkspaceSnapshot, sandbox: Sandbox, further: With, deps: CreateSnapshotDeps) {
  const { snapshots, snapshotLimit: limit, now } = deps;
  const source = sourceOf(sandbox);
  switch (source.kind) {
    case 'none':
      throw notCopied(sandbox, source.reason);
    case 'own':
      return together(changes.moved(row, sandbox, source.ebsSnapshotId, now()), row.snapshot_id);
    case 'shared': {
      const base = await snapshots.find(row.owner_id, source.snapshotId);
      if (!base) throw notCopied(sandbox, reasons.baseMissing);
      // Its data may be gone, or is about to be deleted with the last sandbox that needs it.
      if (base.state === 'ERROR') throw notCopied(sandbox, base.status_reason ?? reasons.dataGone);
      return together(changes.shared(row, sandbox, base, now()));
    }
    case 'volume':
    case 'soon':
      await snapshots.save({ previous: null, next: row }, limit, await further(row));
      return row;
  }

  async function together(next: ReturnType<typeof changes.moved>, madeSnapshot?: string) {
    // A new row is written once, and has version 1 like every other.
    const snapshot = { ...next.snapshot, version: 1 };
    const parts = [...snapshots.parts({ previous: null, next: snapshot }, limit), ...(await further(snapshot))];
    await deps.sandboxes.save([{ previous: sandbox, next: next.sandbox, madeSnapshot }], undefined, parts);
    return snapshot;
  }
}

function notCopied(sandbox: Sandbox, { message, remedy }: StatusReason): AppError {
  const detail = `Sandbox ${sandbox.sandbox_id} cannot be copied. ${message} ${remedy}`;
  return new AppError(isBeyondResume(sandbox) ? 'gone' : 'conflict', detail);
}
