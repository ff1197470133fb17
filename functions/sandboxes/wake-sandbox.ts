import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { lastStepBy, WakeOrder, wake } from '../../shared/domain/sandboxes/reconcile/reconcile.ts';
import { grantedTo } from '../../shared/platform/granted.ts';
import { wired } from '../../shared/platform/init/wired.ts';
import { reconcileDeps } from '../../shared/wiring/sandboxes.ts';

const depsOf = wired(() => reconcileDeps(grantedTo('wake-sandbox')));

/** Reconciles sandboxes at given times, and again while the next time is near. */
export async function handler(event: unknown, context: Context): Promise<void> {
  const deps = depsOf();
  const until = lastStepBy(deps.now(), context.getRemainingTimeInMillis());
  const wait = async (milliseconds: number) => void (await pause(milliseconds));
  await wake(WakeOrder.parse(event), { ...deps, pause: wait }, until);
}
