import { timestamp } from '../../../platform/clock.ts';
import { leaseUntil } from '../../../platform/lease.ts';
import type { Addresses, Ingress } from '../ingress/ingress.ts';
import type { Tasks } from '../launch/tasks.ts';
import { isWanted } from '../record/conditions.ts';
import { leases, limits } from '../record/limits.ts';
import { changed, type Sandbox } from '../record/sandbox.ts';
import { reached } from '../record/step-times.ts';
import type { AddressedTask } from '../record/task.ts';
import { type SandboxStore, saveIfUnchanged } from '../store/sandbox-store.ts';
import { BootTries, type PrepareDeps, type Prepared, prepareAgent } from './prepare-agent.ts';

export interface BootDeps extends PrepareDeps {
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
  readonly tasks: Pick<Tasks, 'describe'>;
  readonly ingress: Ingress;
  /** Starts the measurements of an agent; never rejects. */
  readonly startMeasuring: (url: string, sessionKey: string) => Promise<void>;
  /** Finds the starts that wait for the sandbox. The returned function notifies them once it is RUNNING. */
  readonly findWaiting: (ownerId: string, sandboxId: string) => Promise<() => Promise<void>>;
}

/** A lease that ends sooner than this is renewed, in milliseconds. */
const RENEW_BELOW = 10_000;

/**
 * No event says that an agent listens, so it is polled. The pause is this share of the time waited so far, within these
 * limits in milliseconds, which bounds the delay of the result.
 */
const PAUSE_SHARE = 0.1;
const SHORTEST_PAUSE = 20;
const LONGEST_PAUSE = 250;

/** An agent that refused its keys is unlikely to accept them soon. */
const LONGEST_PAUSE_REFUSED = 5_000;

/** An earlier entry of the edge leaves in seconds, and each look at it is a write. */
const PAUSE_FOR_CLAIM = 500;

/** How old a row can be before it is read again, in milliseconds. The final write detects an outdated row. */
const ROW_AGE = 1_000;

/**
 * Waits until the agent of a booting sandbox responds, gives it its keys, and marks the sandbox
 * RUNNING. When its time is up, it releases its lease, and the reconciler decides whether another worker continues or
 * the start has failed.
 *
 * @param seen the task from an event, used for the first lookup of its address
 * @returns whether this worker marked it RUNNING
 */
export async function boot(
  ownerId: string,
  sandboxId: string,
  generation: number,
  deps: BootDeps,
  seen?: AddressedTask,
): Promise<boolean> {
  let known = seen;
  const started = deps.now().getTime();
  const elapsed = () => deps.now().getTime() - started;
  let addresses: Addresses | undefined;
  let row: { readonly sandbox: Sandbox; readonly readAt: number } | undefined;
  const tries = new BootTries();
  for (;;) {
    if (!row || elapsed() - row.readAt >= ROW_AGE) {
      const readAt = elapsed();
      const sandbox = await deps.sandboxes.find(ownerId, sandboxId);
      if (!sandbox || !isBooting(sandbox, generation)) return false;
      row = { sandbox, readAt };
    }
    const { sandbox } = row;
    if (!addresses) {
      // The age of the row counts, too: an entry that was removed after the row was read is not taken again.
      tries.seenAt = new Date(started + row.readAt);
      addresses = await addressesOf(sandbox, known, deps);
    }
    known = undefined;
    const prepared = addresses && (await prepareAgent(sandbox, addresses, tries, deps));
    if (prepared === 'intruded') {
      await settle(sandbox, deps, { desired: 'PAUSED' });
      row = undefined;
    } else if (addresses && prepared) {
      const change = runningChange(sandbox, addresses, prepared, deps);
      const [isMarked] = await Promise.all([markRunning(sandbox, change, deps), measure(sandbox, addresses, deps)]);
      if (isMarked) return true;
      row = undefined;
    } else if (elapsed() > limits.bootPatience * 1000) {
      if (await settle(sandbox, deps, { boot_lease_until: null })) return false;
      row = undefined;
    } else if (await renew(sandbox, deps)) row = undefined;
    await deps.pause(pauseAfter(elapsed(), tries));
  }
}

function pauseAfter(elapsed: number, { refusals, isWaiting }: BootTries): number {
  if (refusals.length > 0) return Math.min(LONGEST_PAUSE_REFUSED, 500 * 2 ** refusals.length);
  if (isWaiting) return PAUSE_FOR_CLAIM;
  return Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, Math.floor(elapsed * PAUSE_SHARE)));
}

/** A warm agent has no keys yet. */
async function measure(sandbox: Sandbox, { agentUrl: url }: Addresses, deps: BootDeps): Promise<void> {
  if (url !== null && !sandbox.warm) await deps.startMeasuring(url, await deps.keys.sessionKey(sandbox));
}

/** The stream notifies starts that begin to wait during this call. @returns whether the write won */
async function markRunning(sandbox: Sandbox, change: Partial<Sandbox>, deps: BootDeps): Promise<boolean> {
  const [won, notify] = await Promise.allSettled([
    settle(sandbox, deps, { ...change, boot_lease_until: null }),
    deps.findWaiting(sandbox.owner_id, sandbox.sandbox_id),
  ]);
  if (won.status === 'rejected') throw won.reason;
  if (!won.value) return false;
  if (notify.status === 'rejected') throw notify.reason;
  await notify.value();
  return true;
}

/**
 * Marks a sandbox RUNNING, or a warm task ready. Step times are recorded only for the first boot of a generation, not
 * when the agent restarts inside its task.
 */
function runningChange(
  sandbox: Sandbox,
  { agentUrl, exposedUrls, publicAddress }: Addresses,
  prepared: Prepared,
  deps: BootDeps,
): Partial<Sandbox> {
  const at = timestamp(deps.now());
  if (sandbox.warm) return { warm: { ...sandbox.warm, ready_at: at }, status_reason: null };
  const times = sandbox.running_since === null ? reached(sandbox, { ...prepared, SANDBOX_RUNNING: at }) : {};
  const since = sandbox.running_since ?? at;
  const reachable = { exposed_urls: [...exposedUrls], agent_url: agentUrl, public_address: publicAddress };
  return { phase: 'RUNNING', ...reachable, status_reason: null, running_since: since, ...times };
}

/**
 * Renews the lease, which is short so that a worker's death is noticed soon.
 *
 * @returns whether to read the row again, as this or another worker wrote it
 */
async function renew(sandbox: Sandbox, deps: BootDeps): Promise<boolean> {
  const now = deps.now();
  const left = Date.parse(sandbox.boot_lease_until ?? '') - now.getTime();
  if (left > RENEW_BELOW) return false;
  await settle(sandbox, deps, { boot_lease_until: leaseUntil(now, leases.boot) });
  return true;
}

function isBooting(sandbox: Sandbox, generation: number): boolean {
  const isDone = typeof sandbox.warm?.ready_at === 'string';
  return sandbox.phase === 'BOOTING' && sandbox.generation === generation && isWanted(sandbox) && !isDone;
}

/**
 * Only a running task has all its addresses: on one machine, ports are assigned shortly before. An event that comes
 * late can show the task as it was before.
 *
 * @param seen the task from an event: in a burst of starts, ECS throttles lookups
 */
async function addressesOf(
  sandbox: Sandbox,
  seen: AddressedTask | undefined,
  deps: BootDeps,
): Promise<Addresses | undefined> {
  const arn = sandbox.task_arn;
  if (arn === null) return undefined;
  const runs = (task: AddressedTask) => task.arn === arn && task.lastStatus === 'RUNNING';
  const task = seen && runs(seen) ? seen : await deps.tasks.describe(arn);
  return task === 'absent' || !runs(task) ? undefined : deps.ingress.addresses(sandbox, task);
}

/** @returns whether the write won; after a lost race, the worker reads the row again. */
function settle(sandbox: Sandbox, deps: BootDeps, change: Partial<Sandbox>): Promise<boolean> {
  return saveIfUnchanged(deps.sandboxes, sandbox, changed(sandbox, deps.now(), change));
}
