import { timestamp } from '../../../platform/clock.ts';
import * as reasons from '../../../presentation/sandbox-reasons.ts';
import type { Volume } from '../record/disks.ts';
import { limits } from '../record/limits.ts';
import { newReceipt } from '../record/receipt.ts';
import { changed, type Discard, type Receipt, type Sandbox } from '../record/sandbox.ts';
import { noAddresses } from './generation.ts';

const DAY_SECONDS = 24 * 60 * 60;

type Item = Receipt['items'][number];

/** Puts everything that a sandbox has stored on its receipt, including `strays` that the row did not name. */
export function collected(sandbox: Sandbox, strays: readonly Volume[], now: Date): Sandbox {
  const stored = nothingStored(sandbox);
  const known = stored.discards ?? [];
  const found = strays.filter(({ id }) => !known.some((discard) => discard.id === id));
  const discards: Discard[] = [...known, ...found.map(({ id }) => ({ kind: 'volume' as const, id }))];
  const task: Item[] = sandbox.task_arn === null ? [] : [{ store: 'task', id: sandbox.task_arn, result: 'deleted' }];
  const items: Item[] = [
    ...task,
    ...discards.map(({ kind, id }): Item => ({ store: kind, id, result: 'pending' })),
    { store: 'row', id: sandbox.sandbox_id, result: 'pending' },
  ];
  const receipt = { ...(sandbox.receipt ?? newReceipt(now)), collected: true, items };
  return changed(sandbox, now, { ...stored, discards, receipt });
}

/** EC2 confirmed that a disk is gone, perhaps from a deletion whose response was lost. */
export function discarded(sandbox: Sandbox, { id }: Discard, now: Date): Sandbox {
  const discards = sandbox.discards.filter((discard) => discard.id !== id);
  const { receipt } = sandbox;
  if (!receipt) return changed(sandbox, now, { discards });
  const items = receipt.items.map((item) =>
    item.id === id && item.store !== 'row' ? { ...item, result: 'deleted' as const } : item,
  );
  return changed(sandbox, now, { discards, receipt: { ...receipt, items } });
}

/** Only the receipt is left, until DynamoDB expires it. */
export function buried(sandbox: Sandbox, now: Date): Sandbox {
  const receipt = sandbox.receipt ?? newReceipt(now);
  const items = receipt.items.map((item) => (item.store === 'row' ? { ...item, result: 'deleted' as const } : item));
  return changed(sandbox, now, {
    phase: 'DELETED',
    receipt: { ...receipt, items, completed_at: timestamp(now) },
    purge_at: Math.floor(now.getTime() / 1000) + limits.receiptDays * DAY_SECONDS,
    launch: null,
    ...noAddresses,
    status_reason: null,
  });
}

/** The retention of an unused workspace is over. */
export function expired(sandbox: Sandbox, now: Date): Sandbox {
  return changed(sandbox, now, {
    phase: 'EXPIRED',
    status_reason: reasons.workspaceExpired(sandbox.retention_days),
    pause_reason: null,
    expires_at: null,
    ...nothingStored(sandbox),
  });
}

/** Turns everything stored for a sandbox into discards. */
function nothingStored(sandbox: Sandbox): Partial<Sandbox> {
  const snapshots = [sandbox.snapshot_id, sandbox.previous_snapshot_id, sandbox.saving_snapshot_id];
  const discards: Discard[] = [
    ...sandbox.discards,
    ...(sandbox.volume_id === null ? [] : [{ kind: 'volume' as const, id: sandbox.volume_id }]),
    ...snapshots.flatMap((id) => (id === null ? [] : [{ kind: 'snapshot' as const, id }])),
  ];
  const unique = [...new Map(discards.map((discard) => [discard.id, discard])).values()];
  const ids = { volume_id: null, snapshot_id: null, previous_snapshot_id: null, saving_snapshot_id: null };
  // A shared snapshot has its own row, which deletes it.
  return { ...ids, base_snapshot: null, discards: unique, workspace_kept: null };
}
