import { type Clock, timestamp } from '../../../platform/clock.ts';
import { leaseUntil } from '../../../platform/lease.ts';
import { log } from '../../../platform/log.ts';
import type { Ingress } from '../ingress/ingress.ts';
import type { Tasks } from '../launch/tasks.ts';
import { isWanted } from '../record/conditions.ts';
import { leases, limits } from '../record/limits.ts';
import { changed, type ExposedUrl, type Sandbox } from '../record/sandbox.ts';
import type { AgentHealth } from '../record/step.ts';
import { reached } from '../record/step-times.ts';
import type { AddressedTask } from '../record/task.ts';
import { type SandboxStore, saveIfUnchanged } from '../store/sandbox-store.ts';
import { type Agents, agentUrl } from './agents.ts';
import type { SandboxKeys } from './keys.ts';

export interface BootDeps {
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
  readonly tasks: Pick<Tasks, 'describe'>;
  readonly ingress: Ingress;
  readonly agents: Agents;
  readonly keys: SandboxKeys;
  /** Starts the measurements of an agent; never rejects. */
  readonly startMeasuring: (url: string, sessionKey: string) => Promise<void>;
  readonly allowedOrigins: readonly string[];
  /** The URL of this service for agents and clients, without a trailing slash. */
  readonly publicBaseUrl: string;
  /** Finds the starts that wait for the sandbox. The returned function notifies them once it is RUNNING. */
  readonly findWaiting: (ownerId: string, sandboxId: string) => Promise<() => Promise<void>>;
  readonly now: Clock;
  readonly pause: (milliseconds: number) => Promise<void>;
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

/** How old a row can be before it is read again, in milliseconds. The final write detects an outdated row. */
const ROW_AGE = 1_000;

/**
 * Waits until the agent of a booting sandbox responds at its exposed URL, gives it its keys, and marks the sandbox
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
  let urls: readonly ExposedUrl[] | undefined;
  let row: { readonly sandbox: Sandbox; readonly readAt: number } | undefined;
  const refusals: string[] = [];
  for (;;) {
    if (!row || elapsed() - row.readAt >= ROW_AGE) {
      const sandbox = await deps.sandboxes.find(ownerId, sandboxId);
      if (!sandbox || !isBooting(sandbox, generation)) return false;
      row = { sandbox, readAt: elapsed() };
    }
    const { sandbox } = row;
    urls ??= await addressOf(sandbox, known, deps);
    known = undefined;
    const prepared = urls && (await prepare(sandbox, urls, refusals, deps));
    if (prepared) {
      const change = runningChange(sandbox, urls ?? [], prepared, deps);
      const [isMarked] = await Promise.all([markRunning(sandbox, change, deps), measure(sandbox, urls, deps)]);
      if (isMarked) return true;
      row = undefined;
    } else if (elapsed() > limits.bootPatience * 1000) {
      if (await settle(sandbox, deps, { boot_lease_until: null })) return false;
      row = undefined;
    } else if (await renew(sandbox, deps)) row = undefined;
    await deps.pause(pauseAfter(elapsed(), refusals.length));
  }
}

/** When the agent first responded, and when it had its keys. */
interface Prepared {
  readonly AGENT_ANSWERED: string;
  readonly AGENT_INITIALISED: string;
}

function pauseAfter(elapsed: number, refusals: number): number {
  if (refusals > 0) return Math.min(LONGEST_PAUSE_REFUSED, 500 * 2 ** refusals);
  return Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, Math.floor(elapsed * PAUSE_SHARE)));
}

/** A warm agent has no keys yet. */
async function measure(sandbox: Sandbox, urls: readonly ExposedUrl[] | undefined, deps: BootDeps): Promise<void> {
  const url = agentUrl({ exposed_urls: [...(urls ?? [])] });
  if (url !== undefined && !sandbox.warm) await deps.startMeasuring(url, await deps.keys.sessionKey(sandbox));
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
  urls: readonly ExposedUrl[],
  prepared: Prepared,
  deps: BootDeps,
): Partial<Sandbox> {
  const at = timestamp(deps.now());
  if (sandbox.warm) return { warm: { ...sandbox.warm, ready_at: at }, status_reason: null };
  const times = sandbox.running_since === null ? reached(sandbox, { ...prepared, SANDBOX_RUNNING: at }) : {};
  const since = sandbox.running_since ?? at;
  return { phase: 'RUNNING', exposed_urls: [...urls], status_reason: null, running_since: since, ...times };
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

/** @param seen the task from an event: in a burst of starts, ECS throttles lookups */
async function addressOf(
  sandbox: Sandbox,
  seen: AddressedTask | undefined,
  deps: BootDeps,
): Promise<readonly ExposedUrl[] | undefined> {
  const arn = sandbox.task_arn;
  if (arn === null) return undefined;
  const task = seen?.arn === arn ? seen : await deps.tasks.describe(arn);
  return task === 'absent' ? undefined : deps.ingress.exposedUrls(sandbox, task);
}

/**
 * Delivers the keys even to an agent that is ready. Its refusal proves that it has them from an earlier worker, and not
 * from an intruder who learned its init key.
 *
 * @param refusals the reasons for failed tries; each reason is logged once
 * @returns undefined while the agent is not ready. An agent that refuses its keys is called again until the boot phase
 * times out.
 */
async function prepare(
  sandbox: Sandbox,
  urls: readonly ExposedUrl[],
  refusals: string[],
  deps: BootDeps,
): Promise<Prepared | undefined> {
  const url = agentUrl({ exposed_urls: [...urls] });
  if (!url) return undefined;
  const health = await deps.agents.health(url);
  if (health.kind === 'unreachable' || health.kind === 'hidden') return undefined;
  const answeredAt = timestamp(deps.now());
  if (sandbox.warm) {
    const isFresh = await isWithoutKeys(sandbox, health, deps);
    return isFresh ? { AGENT_ANSWERED: answeredAt, AGENT_INITIALISED: answeredAt } : undefined;
  }
  const { keys, allowedOrigins, publicBaseUrl } = deps;
  try {
    await deps.agents.init(url, {
      initKey: await keys.initKey(sandbox),
      sessionKey: await keys.sessionKey(sandbox),
      secretKey: await keys.secretKey(sandbox),
      allowedOrigins,
      webhookUrl: `${publicBaseUrl}/api/v1/webhooks`,
    });
  } catch (error) {
    const { owner_id, sandbox_id } = sandbox;
    if (!refusals.includes(String(error)))
      log.warn('agent server was not initialised', { owner_id, sandbox_id, error });
    refusals.push(String(error));
    return undefined;
  }
  const initialisedAt = timestamp(deps.now());
  const isReady = health.kind === 'ready' || (await deps.agents.health(url)).kind === 'ready';
  return isReady ? { AGENT_ANSWERED: answeredAt, AGENT_INITIALISED: initialisedAt } : undefined;
}

/** A warm agent has no keys before a claim. If it has, an intruder set them, and the task is stopped. */
async function isWithoutKeys(sandbox: Sandbox, { kind }: AgentHealth, deps: BootDeps): Promise<boolean> {
  if (kind === 'dormant') return true;
  log.error('agent of a warm task has keys that this service did not give it', { sandbox_id: sandbox.sandbox_id });
  await settle(sandbox, deps, { desired: 'PAUSED' });
  return false;
}

/** @returns whether the write won; after a lost race, the worker reads the row again. */
function settle(sandbox: Sandbox, deps: BootDeps, change: Partial<Sandbox>): Promise<boolean> {
  return saveIfUnchanged(deps.sandboxes, sandbox, changed(sandbox, deps.now(), change));
}
