import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { lastStepBy, reconcile } from '../../shared/domain/sandboxes/reconcile/reconcile.ts';
import { limits } from '../../shared/domain/sandboxes/record/limits.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { reconcileDeps } from '../../shared/wiring/sandboxes.ts';

const Order = z.object({ owner_id: z.string(), sandbox_id: z.string(), at: z.iso.datetime() });

/** The longest time that one worker waits, in milliseconds. */
const LONGEST = limits.wake * 1000;

const depsOf = wired(reconcileDeps);

/** The worker that reconciles a sandbox at a given time, and again as long as the next time is near. */
export async function handler(event: unknown, context: Context): Promise<void> {
  const deps = depsOf();
  const until = lastStepBy(deps.now(), context.getRemainingTimeInMillis());
  const { owner_id: ownerId, sandbox_id: sandboxId, at } = Order.parse(event);
  const end = Date.now() + LONGEST;
  for (let due: Date | undefined = new Date(at); due && due.getTime() <= end; ) {
    await pause(Math.max(due.getTime() - Date.now(), 0));
    due = (await reconcile(ownerId, sandboxId, {}, deps, until)).again;
  }
}
