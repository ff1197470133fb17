import { type Clock, timestamp } from '../../../platform/clock.ts';
import { VersionConflictError } from '../../../platform/errors/errors.ts';
import { leaseUntil } from '../../../platform/lease.ts';
import { log } from '../../../platform/log.ts';
import type { Ingress } from '../ingress/ingress.ts';
import type { Tasks } from '../launch/tasks.ts';
import { leases, limits } from '../record/limits.ts';
import { changed, type ExposedUrl, isWanted, type Sandbox } from '../record/sandbox.ts';
import type { AgentHealth } from '../record/step.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import type { Agents } from './agents.ts';
import { agentUrl } from './http-agents.ts';
import type { SandboxKeys } from './keys.ts';

export interface BootDeps {
  readonly sandboxes: SandboxStore;
  readonly tasks: Pick<Tasks, 'describe'>;
  readonly ingress: Ingress;
  readonly agents: Agents;
  readonly keys: SandboxKeys;
  readonly allowedOrigins: readonly string[];
  /** Where agents and clients reach this service, without a trailing slash. */
  readonly publicBaseUrl: string;
  readonly now: Clock;
  /** Waits between two tries. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** A lease that ends sooner than this is renewed, in milliseconds. */
const RENEW_BELOW = 10_000;

/** Milliseconds between two tries at most: an agent that refuses its keys rarely changes its mind. */
const LONGEST_PAUSE = 1_000;
const LONGEST_PAUSE_REFUSED = 5_000;

/**
 * Waits until the agent of a booting sandbox answers through its exposed URL, gives it its keys and marks the sandbox
 * RUNNING. When its time is up, it releases its lease: the reconciler then decides whether another worker continues or
 * the start has failed.
 */
export async function boot(ownerId: string, sandboxId: string, generation: number, deps: BootDeps): Promise<void> {
  const started = deps.now().getTime();
  let urls: readonly ExposedUrl[] | undefined;
  const refusals: string[] = [];
  for (let tries = 0; ; tries += 1) {
    const sandbox = await deps.sandboxes.find(ownerId, sandboxId);
    if (!sandbox || !isBooting(sandbox, generation)) return;
    urls ??= await addressOf(sandbox, deps);
    const ready = urls !== undefined && (await prepare(sandbox, urls, refusals, deps));
    const outOfPatience = deps.now().getTime() - started > limits.bootPatience * 1000;
    if (ready || outOfPatience) {
      const change = ready ? runs(sandbox, urls ?? [], deps) : {};
      if (await settle(sandbox, deps, { ...change, boot_lease_until: null })) return;
    } else await renew(sandbox, deps);
    await deps.pause(
      refusals.length > 0
        ? Math.min(LONGEST_PAUSE_REFUSED, 500 * 2 ** refusals.length)
        : Math.min(LONGEST_PAUSE, 50 * 2 ** tries),
    );
  }
}

/** The agent is ready: a sandbox runs, and a warm task waits for one. */
function runs(sandbox: Sandbox, urls: readonly ExposedUrl[], deps: BootDeps): Partial<Sandbox> {
  if (sandbox.warm) return { warm: { ...sandbox.warm, ready_at: timestamp(deps.now()) }, status_reason: null };
  const since = sandbox.running_since ?? timestamp(deps.now());
  return { phase: 'RUNNING', exposed_urls: [...urls], status_reason: null, running_since: since };
}

/** A short lease, so that a worker's death is noticed soon. After a lost race, the worker reads the row again. */
async function renew(sandbox: Sandbox, deps: BootDeps): Promise<void> {
  const now = deps.now();
  const left = Date.parse(sandbox.boot_lease_until ?? '') - now.getTime();
  if (left > RENEW_BELOW) return;
  await settle(sandbox, deps, { boot_lease_until: leaseUntil(now, leases.boot) });
}

function isBooting(sandbox: Sandbox, generation: number): boolean {
  const isDone = typeof sandbox.warm?.ready_at === 'string';
  return sandbox.phase === 'BOOTING' && sandbox.generation === generation && isWanted(sandbox) && !isDone;
}

async function addressOf(sandbox: Sandbox, deps: BootDeps): Promise<readonly ExposedUrl[] | undefined> {
  const task = sandbox.task_arn ? await deps.tasks.describe(sandbox.task_arn) : 'absent';
  return task === 'absent' ? undefined : deps.ingress.exposedUrls(sandbox, task);
}

/**
 * Delivers the keys also to an agent that is ready: its refusal proves that it has them from an earlier worker, and not
 * from an intruder who learned its init key.
 *
 * @param refusals the reasons for failed tries; each reason is logged once
 * @returns whether the agent is ready. An agent that refuses its keys is called again until the boot phase reaches its
 * limit.
 */
async function prepare(
  sandbox: Sandbox,
  urls: readonly ExposedUrl[],
  refusals: string[],
  deps: BootDeps,
): Promise<boolean> {
  const url = agentUrl({ exposed_urls: [...urls] });
  if (!url) return false;
  const health = await deps.agents.health(url);
  if (health.kind === 'unreachable' || health.kind === 'hidden') return false;
  if (sandbox.warm) return isUntouched(sandbox, health, deps);
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
    return false;
  }
  return health.kind === 'ready' || (await deps.agents.health(url)).kind === 'ready';
}

/** A warm agent gets no keys before a sandbox claims it. One that has some got them from an intruder, and goes. */
async function isUntouched(sandbox: Sandbox, { kind }: AgentHealth, deps: BootDeps): Promise<boolean> {
  if (kind === 'dormant') return true;
  log.error('agent of a warm task has keys that this service did not give it', { sandbox_id: sandbox.sandbox_id });
  await settle(sandbox, deps, { desired: 'PAUSED' });
  return false;
}

/** @returns whether the write won; after a lost race, the worker reads the row again. */
async function settle(sandbox: Sandbox, deps: BootDeps, change: Partial<Sandbox>): Promise<boolean> {
  try {
    await deps.sandboxes.save([{ previous: sandbox, next: changed(sandbox, deps.now(), change) }]);
    return true;
  } catch (error) {
    if (error instanceof VersionConflictError) return false;
    throw error;
  }
}
