import type { Clock } from '../../../platform/clock.ts';
import { timestamp } from '../../../platform/clock.ts';
import { leaseUntil } from '../../../platform/lease.ts';
import { log } from '../../../platform/log.ts';
import { rested } from '../lifecycle/changes.ts';
import { backoff } from '../record/backoff.ts';
import { clientToken, startedBy } from '../record/identity.ts';
import { leases } from '../record/limits.ts';
import type { OperatorAlarm } from '../record/operator-alarm.ts';
import * as reasons from '../record/reasons.ts';
import { changed, type Launch, type Sandbox, type StatusReason } from '../record/sandbox.ts';
import type { Observation } from '../record/step.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import type { LaunchPace } from './launch-pace.ts';
import type { LaunchSettings } from './launch-settings.ts';
import type { LaunchOutcome, Tasks } from './tasks.ts';

export interface LaunchDeps {
  readonly sandboxes: Pick<SandboxStore, 'save'>;
  readonly tasks: Pick<Tasks, 'run'>;
  readonly pace: LaunchPace;
  readonly keys: LaunchKeys;
  readonly settings: LaunchSettings;
  readonly alarm: OperatorAlarm;
  readonly now: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** The id of the master key, and the key that opens the agent's initialisation once. */
interface LaunchKeys {
  currentKeyId(): Promise<string>;
  initKey(sandbox: Sandbox): Promise<string>;
}

/**
 * Calls RunTask for a generation when its turn has come. The parameters are on record before the call, so that a call
 * whose answer was lost can be repeated byte for byte; the caller's lease is too, as two calls for one start would take
 * another sandbox's turn.
 */
export async function launchTask(sandbox: Sandbox, deps: LaunchDeps): Promise<Observation> {
  const now = deps.now();
  const launch = sandbox.launch ?? deps.settings.launchOf(sandbox, now);
  if (sandbox.snapshot_id !== null && launch.volume === null) {
    await deps.sandboxes.save([{ previous: sandbox, next: failed(sandbox, reasons.workspaceUnmounted, now) }]);
    return {};
  }
  const turn = await turnOf(sandbox, deps, now);
  const isNow = turn.getTime() <= now.getTime();
  const lease = leaseUntil(now, leases.launch);
  const next = changed(sandbox, now, {
    launch,
    key_id: sandbox.key_id ?? (await deps.keys.currentKeyId()),
    launch_scheduled_at: isNow || sandbox.warm === null ? timestamp(turn) : null,
    retry_at: isNow ? null : timestamp(turn),
    ...(isNow ? { launch_lease_until: lease, launch_unclear_until: lease } : { launch_lease_until: null }),
  });
  await deps.sandboxes.save([{ previous: sandbox, next }]);
  return isNow ? call(next, launch, sandbox.launch_unclear_until, deps) : {};
}

/** Until a warm task looks again whether no start of a sandbox waits for its turn, in milliseconds. */
const AFTER_OTHERS = 5_000;

/** When the call has its turn. The warm pool has none of its own: it takes the moments that starts leave. */
async function turnOf({ launch_scheduled_at: at, warm }: Sandbox, { pace }: LaunchDeps, now: Date): Promise<Date> {
  if (at !== null) return new Date(at);
  if (warm === null) return pace.reserve(now);
  return (await pace.reserveIdle(now)) ? now : new Date(now.getTime() + AFTER_OTHERS);
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

/** The row after a call that started no task, or none that is known. */
function notStarted(
  sandbox: Sandbox,
  outcome: Exclude<LaunchOutcome, { kind: 'accepted' }>,
  launch: Launch,
  deps: LaunchDeps,
): Sandbox {
  const now = deps.now();
  const tries = {
    retries: sandbox.launch_retries + 1,
    at: timestamp(backoff(sandbox.launch_retries + 1, now, deps.random)),
  };
  const where = { owner_id: sandbox.owner_id, sandbox_id: sandbox.sandbox_id };
  if (outcome.kind === 'unclear') {
    log.warn('RunTask has an unknown result', { ...where, error: outcome.error });
    return changed(sandbox, now, {
      launch_unclear_until: timestamp(now),
      launch_retries: tries.retries,
      retry_at: tries.at,
      status_reason: reasons.launchUnclear,
    });
  }
  const { reason, class: failure, detail, tokenSpent } = outcome;
  log.warn('ECS refused a task', { ...where, code: reason.code, class: failure, detail });
  // With an unspent token, an earlier call may have started a task whose answer was lost.
  const left = tokenSpent ? null : launch;
  if (failure === 'spec' || failure === 'access') {
    return failed({ ...sandbox, launch: left }, reason, now);
  }
  return changed(sandbox, now, {
    ...(tokenSpent ? { attempt: sandbox.attempt + 1, launch_unclear_until: null } : {}),
    launch: left,
    launch_retries: tries.retries,
    retry_at: tries.at,
    status_reason: reason,
  });
}

/** Another try would end the same way. */
function failed(sandbox: Sandbox, reason: StatusReason, now: Date): Sandbox {
  const desired = sandbox.desired === 'RUNNING' ? 'PAUSED' : sandbox.desired;
  return rested({ ...sandbox, desired, status_reason: reason }, 'ERROR', now);
}
