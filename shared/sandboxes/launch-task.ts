import { timestamp } from '../clock.ts';
import { log } from '../log.ts';
import { backoff } from './backoff.ts';
import { rested } from './changes.ts';
import { clientToken, startedBy } from './identity.ts';
import { leases } from './limits.ts';
import type { ReconcileDeps } from './perform.ts';
import * as reasons from './reasons.ts';
import { changed, type Launch, type Sandbox, type StatusReason } from './sandbox.ts';
import type { Observation } from './step.ts';
import type { LaunchOutcome } from './tasks.ts';

/**
 * Asks for the task of a generation, when its turn has come. The parameters are on record before the call, so that a call whose answer was lost can be made again,
 * the same to the byte; and so is who calls, as two calls for one start would take the turn of somebody else.
 */
export async function launchTask(sandbox: Sandbox, deps: ReconcileDeps): Promise<Observation> {
  const now = deps.now();
  const launch = sandbox.launch ?? deps.settings.launchOf(sandbox, now);
  if (sandbox.snapshot_id !== null && launch.volume === null) {
    await deps.sandboxes.save([{ previous: sandbox, next: failed(sandbox, reasons.workspaceUnmounted, now) }]);
    return {};
  }
  const turn = sandbox.turn_at === null ? await deps.pace.reserve(now) : new Date(sandbox.turn_at);
  const isNow = turn.getTime() <= now.getTime();
  const lease = timestamp(new Date(now.getTime() + leases.launch * 1000));
  const next = changed(sandbox, now, {
    launch,
    key_id: sandbox.key_id ?? (await deps.keys.currentKeyId()),
    turn_at: timestamp(turn),
    retry_at: isNow ? null : timestamp(turn),
    ...(isNow ? { launch_lease_until: lease, launch_unclear_until: lease } : { launch_lease_until: null }),
  });
  await deps.sandboxes.save([{ previous: sandbox, next }]);
  return isNow ? call(next, launch, sandbox.launch_unclear_until, deps) : {};
}

/** @param unclear what was not clear before this call */
async function call(
  sandbox: Sandbox,
  launch: Launch,
  unclear: string | null,
  deps: ReconcileDeps,
): Promise<Observation> {
  const outcome = await deps.tasks.run({
    launch,
    clientToken: clientToken(sandbox),
    startedBy: startedBy(sandbox),
    initKey: await deps.keys.initKey(sandbox),
  });
  if (outcome.kind === 'accepted') return { task: outcome.task };
  const ended = { ...sandbox, turn_at: null, launch_lease_until: null, launch_unclear_until: unclear };
  await deps.sandboxes.save([{ previous: sandbox, next: notStarted(ended, outcome, launch, deps) }]);
  return {};
}

/** What is written down when there is no task, or none that is known of. */
function notStarted(
  sandbox: Sandbox,
  outcome: Exclude<LaunchOutcome, { kind: 'accepted' }>,
  launch: Launch,
  deps: ReconcileDeps,
): Sandbox {
  const now = deps.now();
  const tries = {
    retries: sandbox.launch_retries + 1,
    at: timestamp(backoff(sandbox.launch_retries + 1, now, deps.random)),
  };
  const where = { owner_id: sandbox.owner_id, sandbox_id: sandbox.sandbox_id };
  if (outcome.kind === 'unclear') {
    log.warn('the answer of RunTask is not known', { ...where, error: outcome.error });
    return changed(sandbox, now, {
      launch_unclear_until: timestamp(now),
      launch_retries: tries.retries,
      retry_at: tries.at,
      status_reason: reasons.launchUnclear,
    });
  }
  const { reason, class: failure, detail, tokenSpent } = outcome;
  log.warn('ECS refused a task', { ...where, code: reason.code, class: failure, detail });
  deps.alarm(failure === 'access' ? 'AccessErrors' : 'LaunchesRefused');
  // ECS repeats its refusal to the same token; one that is not spent may have started a task that nobody heard of.
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
