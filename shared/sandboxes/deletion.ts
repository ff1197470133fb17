import { timestamp } from '../clock.ts';
import { nothingStored } from './changes.ts';
import type { Volume } from './disks.ts';
import { limits } from './limits.ts';
import { newReceipt } from './receipt.ts';
import { changed, type Discard, type Receipt, type Sandbox } from './sandbox.ts';

const DAY_SECONDS = 24 * 60 * 60;

type Item = Receipt['items'][number];

/** All that a sandbox has in any store, put on its receipt. @param strays volumes of its last generation that the record did not know */
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

/** One thing is gone, as EC2 has confirmed. That it is not there any more may be the answer to a deletion of ours whose own answer was lost. */
export function discarded(sandbox: Sandbox, { id }: Discard, now: Date): Sandbox {
  const discards = sandbox.discards.filter((discard) => discard.id !== id);
  const { receipt } = sandbox;
  if (!receipt) return changed(sandbox, now, { discards });
  const items = receipt.items.map((item) =>
    item.id === id && item.store !== 'row' ? { ...item, result: 'deleted' as const } : item,
  );
  return changed(sandbox, now, { discards, receipt: { ...receipt, items } });
}

/** Nothing is left but the receipt, which goes by itself. */
export function buried(sandbox: Sandbox, now: Date): Sandbox {
  const receipt = sandbox.receipt ?? newReceipt(now);
  const items = receipt.items.map((item) => (item.store === 'row' ? { ...item, result: 'deleted' as const } : item));
  return changed(sandbox, now, {
    phase: 'DELETED',
    receipt: { ...receipt, items, completed_at: timestamp(now) },
    purge_at: Math.floor(now.getTime() / 1000) + limits.receiptDays * DAY_SECONDS,
    launch: null,
    exposed_urls: null,
    status_reason: null,
  });
}
