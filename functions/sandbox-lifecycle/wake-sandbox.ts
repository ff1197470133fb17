import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { type ReconcileDeps, reconcile } from '../../shared/sandboxes/reconcile.ts';
import { reconcileDeps } from '../../shared/wiring.ts';

const Order = z.object({ owner_id: z.string(), sandbox_id: z.string(), at: z.iso.datetime() });

/** The longest wait, in milliseconds. What lasts longer is left to the sweep. */
const LONGEST = 50_000;

let deps: ReconcileDeps | undefined;

/** The worker that looks at a sandbox again at a given time. */
export async function handler(event: unknown): Promise<void> {
  deps ??= reconcileDeps();
  const { owner_id: ownerId, sandbox_id: sandboxId, at } = Order.parse(event);
  await pause(Math.min(Math.max(Date.parse(at) - Date.now(), 0), LONGEST));
  await reconcile(ownerId, sandboxId, {}, deps);
}
