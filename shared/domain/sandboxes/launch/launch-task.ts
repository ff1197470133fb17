import { type Clock, timestamp } from '../../../platform/clock.ts';
import { leaseUntil } from '../../../platform/lease.ts';
import { log } from '../../../platform/log.ts';
import * as reasons from '../../../presentation/sandbox-reasons.ts';
import { isSameSize } from '../../billing/usage/task-size.ts';
import { failed } from '../lifecycle/changes.ts';
import { secondsSince } from '../lifecycle/phases/time.ts';
import { startSnapshotOf } from '../record/base-snapshot.ts';
import { isSpotFailure, nextCapacity } from '../record/capacity.ts';
import { isQueued } from '../record/conditions.ts';
import { diskTags } from '../record/disks.ts';
import type { OperatorAlarm } from '../record/failures.ts';
import { clientToken, diskOwner, startedBy } from '../record/identity.ts';
import type { Launch, LaunchVolume } from '../record/launch.ts';
import { payerOf } from '../record/ledger-of.ts';
import { backoff, leases, limits } from '../record/limits.ts';
import { changed, type Sandbox } from '../record/sandbox.ts';
import type { Observation } from '../record/step.ts';
import { reached } from '../record/step-times.ts';
import type { SandboxSpec, SandboxSpecs } from '../specs/sandbox-specs.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import type { LaunchOutcome, LaunchPace, Tasks } from './tasks.ts';

export interface LaunchDeps {
  readonly sandboxes: Pick<SandboxStore, 'save'>;
  readonly tasks: Pick<Tasks, 'run'>;
  readonly pace: Pick<LaunchPace, 'reserve' | 'reserveIdle'>;
  /** Called when a start joins the queue, so that it gets a turn before the next sweep. */
  readonly enqueued?: () => Promise<void>;
  readonly keys: LaunchKeys;
  readonly settings: LaunchSettings;
  readonly alarm: OperatorAlarm;
  readonly now: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** The id of the master key, and the key for the agent's one initialisation. */
interface LaunchKeys {
  currentKeyId(): Promise<string>;
  initKey(sandbox: Sandbox): Promise<string>;
}

/**
 * Calls RunTask for a generation when its turn has come. The parameters are recorded before the call, so that a call
 * whose response was lost can be repeated exactly. So is the caller's lease, as a second call for one start would use
 * another sandbox's turn.
 */
export async function launchTask(sandbox: Sandbox, deps: LaunchDeps): Promise<Observation> {
  const now = deps.now();
  const turn = await turnOf(sandbox, now, deps);
  if (turn === undefined) return enqueue(sandbox, now, deps);
  const launch = sandbox.launch ?? deps.settings.launchOf(sandbox, now);
  if (startSnapshotOf(sandbox) !== null && launch.volume === null) {
    await deps.sandboxes.save([{ previous: sandbox, next: failed(sandbox, reasons.workspaceUnmounted, now) }]);
    return {};
  }
  const isNow = turn.getTime() <= now.getTime();
  const lease = leaseUntil(now, leases.launch);
  const next = changed(sandbox, now, {
    launch,
    key_id: sandbox.key_id ?? (await deps.keys.currentKeyId()),
    launch_scheduled_at: isNow || sandbox.warm === null ? timestamp(turn) : null,
    launch_queued_at: null,
    retry_at: isNow ? null : timestamp(turn),
    ...(isNow ? calledAt(sandbox, now, lease) : { launch_lease_until: null }),
  });
  await deps.sandboxes.save([{ previous: sandbox, next }]);
  return isNow ? call(next, launch, sandbox.launch_unclear_until, deps) : {};
}

function calledAt(sandbox: Sandbox, now: Date, lease: string): Partial<Sandbox> {
  return {
    launch_lease_until: lease,
    launch_unclear_until: lease,
    launch_called_at: sandbox.launch_called_at ?? timestamp(now),
    ...reached(sandbox, { TASK_REQUESTED: timestamp(now) }),
  };
}

/** How long a warm task waits before it tries again when starts of sandboxes have priority, in milliseconds. */
const AFTER_OTHERS = 5_000;

/**
 * The turn of a start: its own, or the next free one. A turn long past is not used, as a worker that is late for many
 * starts would call for all of them at once. The warm pool has no turns of its own: it uses those that starts leave
 * free.
 */
async function turnOf(sandbox: Sandbox, now: Date, { pace }: LaunchDeps): Promise<Date | undefined> {
  const given = sandbox.launch_scheduled_at;
  if (given !== null && secondsSince(given, now) <= limits.lateTurn) return new Date(given);
  if (sandbox.warm === null) return pace.reserve(now, isQueued(sandbox));
  return (await pace.reserveIdle(now)) ? now : new Date(now.getTime() + AFTER_OTHERS);
}

/** Leaves the start to the sweep, which offers turns to owners one after the other. */
async function enqueue(sandbox: Sandbox, now: Date, { sandboxes, enqueued }: LaunchDeps): Promise<Observation> {
  if (isQueued(sandbox)) return {};
  const next = changed(sandbox, now, { launch_queued_at: timestamp(now), launch_scheduled_at: null });
  await sandboxes.save([{ previous: sandbox, next }]);
  await enqueued?.();
  return {};
}

/** @param unclear the value of `launch_unclear_until` before this call */
async function call(sandbox: Sandbox, launch: Launch, unclear: string | null, deps: LaunchDeps): Promise<Observation> {
  const outcome = await deps.tasks.run({
    launch,
    clientToken: clientToken(sandbox),
    startedBy: startedBy(sandbox),
    initKey: await deps.keys.initKey(sandbox),
  });
  if (outcome.kind === 'accepted') return { task: outcome.task };
  const ended = { ...sandbox, launch_scheduled_at: null, launch_lease_until: null, launch_unclear_until: unclear };
  await deps.sandboxes.save([{ previous: sandbox, next: notStarted(ended, outcome, launch, deps) }]);
  if (outcome.kind === 'refused') deps.alarm(outcome.class === 'access' ? 'AccessErrors' : 'LaunchesRefused');
  return {};
}

/** The row after a call that started no task, or whose result is unknown. */
function notStarted(
  sandbox: Sandbox,
  outcome: Exclude<LaunchOutcome, { kind: 'accepted' }>,
  launch: Launch,
  deps: LaunchDeps,
): Sandbox {
  const now = deps.now();
  const retries = sandbox.launch_retries + 1;
  const again = { launch_retries: retries, retry_at: timestamp(backoff(retries, now, deps.random)) };
  const where = { owner_id: sandbox.owner_id, sandbox_id: sandbox.sandbox_id };
  if (outcome.kind === 'unclear') {
    log.warn('RunTask has an unknown result', { ...where, error: outcome.error });
    const unclear = { launch_unclear_until: timestamp(now), status_reason: reasons.launchUnclear };
    return changed(sandbox, now, { ...again, ...unclear });
  }
  const { reason, class: failure, detail, tokenSpent } = outcome;
  log.warn('ECS refused a task', { ...where, code: reason.code, class: failure, detail });
  // If the token is not spent, an earlier call with a lost response may have started a task.
  const noSpot = isSpotFailure(launch, reason);
  const mustDiffer = noSpot || reason.code === 'disk_rate_quota_reached';
  const isOver = tokenSpent || (mustDiffer && sandbox.launch_unclear_until === null);
  const left = isOver ? null : launch;
  if (failure === 'spec' || failure === 'access') return failed({ ...sandbox, launch: left }, reason, now);
  const next = isOver ? { attempt: sandbox.attempt + 1, launch_unclear_until: null } : {};
  const spot = isOver && noSpot ? { spot_failures: sandbox.spot_failures + 1 } : {};
  return changed(sandbox, now, { ...again, ...next, ...spot, launch: left, status_reason: reason });
}

/** What a launch needs of a spec of the deployment, or of the version of an owner's spec. */
type LaunchSpec = Pick<SandboxSpec, 'container' | 'volume' | 'size' | 'initialization_rate'>;

/** The rate at which a resume fills its disk. After a refusal for its quota, the disk is filled as it is read. */
function rateOf(sandbox: Sandbox, { initialization_rate: rate }: LaunchSpec): number | null {
  const isRefused = sandbox.status_reason?.code === 'disk_rate_quota_reached';
  return startSnapshotOf(sandbox) === null || isRefused ? null : rate;
}

/** The size of a task, and its override of the task definition, whose size is that of the spec. */
function sizeOf({ size }: Sandbox, spec: LaunchSpec | undefined): Pick<Launch, 'size' | 'size_override'> {
  if (!spec) return { size: null, size_override: null };
  const { cpu_units: cpu, memory_megabytes: memory } = size;
  return {
    size: { ...spec.size, ...size },
    size_override: isSameSize(size, spec.size) ? null : { cpu: String(cpu), memory: String(memory) },
  };
}

export interface LaunchOptions {
  readonly familyPrefix: string;
  readonly subnets: readonly string[];
  readonly securityGroups: readonly string[];
  /** The role with which ECS creates and attaches volumes. */
  readonly volumeRoleArn: string;
  /** Tags volumes and their snapshots. */
  readonly deployment: string;
}

/** The parameters of this deployment's tasks. Task families are named after specs. */
export class LaunchSettings {
  readonly #specs: SandboxSpecs;
  readonly #place: LaunchOptions;

  constructor(specs: SandboxSpecs, place: LaunchOptions) {
    this.#specs = specs;
    this.#place = place;
  }

  launchOf(sandbox: Sandbox, now: Date): Launch {
    const { familyPrefix, subnets, securityGroups } = this.#place;
    const { own_version: own } = sandbox;
    const spec = own ?? this.#specs.find(sandbox.spec_id);
    return {
      task_definition: `${familyPrefix}${own?.family ?? sandbox.spec_id}`,
      container: spec?.container ?? 'agent',
      subnets: [...subnets],
      security_groups: [...securityGroups],
      requested_at: timestamp(now),
      volume: spec?.volume ? this.#volumeOf(sandbox, spec, spec.volume) : null,
      ...sizeOf(sandbox, spec),
      capacity: nextCapacity(sandbox),
      ...payerOf(sandbox),
    };
  }

  /** Size and file system come from the sandbox: the saved workspace must fit, even if the spec has changed since. */
  #volumeOf(sandbox: Sandbox, spec: LaunchSpec, name: string): LaunchVolume {
    return {
      name,
      role_arn: this.#place.volumeRoleArn,
      size_gib: sandbox.workspace_gigabytes,
      snapshot_id: startSnapshotOf(sandbox),
      filesystem_type: sandbox.filesystem_type,
      initialization_rate: rateOf(sandbox, spec),
      tags: diskTags(diskOwner(sandbox), this.#place.deployment),
    };
  }
}
