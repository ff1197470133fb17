import { type Clock, timestamp } from '../clock.ts';
import { VersionConflictError } from '../errors.ts';
import { log } from '../log.ts';
import type { Agents } from './agents.ts';
import type { Ingress } from './exposed-urls.ts';
import { agentUrl } from './http-agents.ts';
import type { SandboxKeys } from './keys.ts';
import { leases, limits } from './limits.ts';
import { changed, type ExposedUrl, isWanted, type Sandbox } from './sandbox.ts';
import type { SandboxStore } from './sandbox-store.ts';
import type { Tasks } from './tasks.ts';

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

/** How long to wait between two tries at most, in milliseconds: an agent that refuses its keys again and again rarely changes its mind. */
const LONGEST_PAUSE = 1_000;
const LONGEST_PAUSE_REFUSED = 5_000;

/**
 * Waits until the agent of a booting sandbox answers through its exposed URL, gives it its keys and marks the sandbox RUNNING. When its patience ends, it drops
 * its lease: the reconciler then decides whether another worker goes on or the start has failed.
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

function runs(sandbox: Sandbox, urls: readonly ExposedUrl[], deps: BootDeps): Partial<Sandbox> {
  const since = sandbox.running_since ?? timestamp(deps.now());
  return { phase: 'RUNNING', exposed_urls: [...urls], status_reason: null, running_since: since };
}

/** The lease is short, so that the death of a worker is noticed soon; one that lives renews it before it ends. A lost race is looked at anew. */
async function renew(sandbox: Sandbox, deps: BootDeps): Promise<void> {
  const now = deps.now().getTime();
  const left = Date.parse(sandbox.boot_lease_until ?? '') - now;
  if (left > RENEW_BELOW) return;
  await settle(sandbox, deps, { boot_lease_until: timestamp(new Date(now + leases.boot * 1000)) });
}

function isBooting(sandbox: Sandbox, generation: number): boolean {
  return sandbox.phase === 'BOOTING' && sandbox.generation === generation && isWanted(sandbox);
}

async function addressOf(sandbox: Sandbox, deps: BootDeps): Promise<readonly ExposedUrl[] | undefined> {
  const task = sandbox.task_arn ? await deps.tasks.describe(sandbox.task_arn) : 'absent';
  return task === 'absent' ? undefined : deps.ingress.exposedUrls(sandbox, task);
}

/**
 * Also an agent that is ready is given its keys: it refuses them, and shows so that it has them from a worker before this one and not from somebody who learned its
 * init key.
 *
 * @param refusals why it was not initialised, once for each try; the same reason is logged once
 * @returns whether the agent is ready. One that refuses its keys is asked again: the limit of the boot phase ends it.
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
  if (health.kind === 'unreachable') return false;
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
    if (!refusals.includes(String(error))) log.warn('the agent was not initialised', { owner_id, sandbox_id, error });
    refusals.push(String(error));
    return false;
  }
  return health.kind === 'ready' || (await deps.agents.health(url)).kind === 'ready';
}

/** @returns whether the write won; a lost race is looked at anew. */
async function settle(sandbox: Sandbox, deps: BootDeps, change: Partial<Sandbox>): Promise<boolean> {
  try {
    await deps.sandboxes.save([{ previous: sandbox, next: changed(sandbox, deps.now(), change) }]);
    return true;
  } catch (error) {
    if (error instanceof VersionConflictError) return false;
    throw error;
  }
}
