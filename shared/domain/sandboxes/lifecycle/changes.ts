import { timestamp } from '../../../platform/clock.ts';
import * as reasons from '../../../presentation/sandbox-reasons.ts';
import { isSpotFailure } from '../record/capacity.ts';
import { isWanted } from '../record/conditions.ts';
import type { Snapshot } from '../record/disks.ts';
import { usageEnded, usageStarted, workspaceKeptAgain } from '../record/ledger-of.ts';
import { backoff, limits } from '../record/limits.ts';
import { changed, type Discard, type Sandbox, type StatusReason } from '../record/sandbox.ts';
import type { EndOutcome, Step } from '../record/step.ts';
import { reached } from '../record/step-times.ts';
import { nextGeneration, noAddresses } from './generation.ts';
import { restartsSoFar } from './phases/running.ts';

/** The row after each step. Pure, like the decisions: the rows before and after show all effects of a step. */

const DAY = 24 * 60 * 60 * 1000;

/** Records the task of this generation. */
export function adopted(sandbox: Sandbox, { task }: Extract<Step, { kind: 'adopt-task' }>, now: Date): Sandbox {
  return changed(sandbox, now, {
    phase: 'PROVISIONING',
    task_arn: task.arn,
    volume_id: task.volumeId ?? sandbox.volume_id,
    retry_at: null,
    status_reason: sandbox.restarts > 0 ? sandbox.status_reason : null,
    ...usageStarted(sandbox, task),
    ...reached(sandbox, { TASK_ACCEPTED: timestamp(now) }),
  });
}

export function bootEntered(sandbox: Sandbox, { task }: Extract<Step, { kind: 'enter-boot' }>, now: Date): Sandbox {
  return changed(sandbox, now, {
    phase: 'BOOTING',
    task_version: task.version,
    volume_id: task.volumeId ?? sandbox.volume_id,
    ...usageStarted(sandbox, task),
    ...reached(sandbox, {
      IMAGE_PULL_STARTED: task.times.pullStartedAt,
      IMAGE_PULLED: task.times.pullStoppedAt,
      TASK_RUNNING: task.times.startedAt,
    }),
  });
}

/** The agent's process restarted inside its task and gets its keys again. */
export function rebooted(sandbox: Sandbox, now: Date): Sandbox {
  return changed(sandbox, now, { phase: 'BOOTING', boot_lease_until: null, unreachable_since: null });
}

/**
 * Ends the row of a claimed warm task: its time so far goes into the ledger, and later events of the task go to the
 * sandbox, which owns task and volume.
 */
export function claimSettled(row: Sandbox, now: Date): Sandbox {
  const claim = row.warm?.claimed_by;
  if (!claim) throw new Error(`warm task ${row.sandbox_id} is not claimed`);
  const { task_started_at: startedAt } = row;
  const end = startedAt !== null && startedAt > claim.at ? startedAt : claim.at;
  return changed(row, now, {
    phase: 'DELETED',
    desired: 'DELETED',
    task_stopped_at: startedAt === null ? null : end,
    task_ended_at: claim.at,
    volume_id: null,
    boot_lease_until: null,
    launch: row.launch,
    purge_at: claim.until,
  });
}

/** Written before the agent or ECS is called, so that a request that changed the row wins. */
export function stopBegun(sandbox: Sandbox, step: Extract<Step, { kind: 'stop' }>, now: Date): Sandbox {
  return changed(sandbox, now, {
    phase: 'STOPPING',
    ...afterwards(sandbox, step.endOutcome, step.reason, now),
    pause_reason: step.pauseReason ?? sandbox.pause_reason,
    stop_sent_at: step.sent ? timestamp(now) : null,
    stop_lease_until: null,
    boot_lease_until: null,
    unreachable_since: null,
    ...reached(sandbox, { STOP_DECIDED: timestamp(now) }),
  });
}

/** StopTask was accepted. */
export function stopSent(sandbox: Sandbox, taskArn: string, now: Date): Sandbox {
  const at = timestamp(now);
  return changed(sandbox, now, { stop_sent_at: at, task_arn: taskArn, ...reached(sandbox, { STOP_SENT: at }) });
}

/** The task is gone. A disk that an agent used is saved; an unused disk is discarded. */
export function taskEnded(sandbox: Sandbox, step: Extract<Step, { kind: 'task-ended' }>, now: Date): Sandbox {
  const volumeId = sandbox.volume_id ?? step.task?.volumeId ?? null;
  const isToSave = sandbox.running_since !== null && volumeId !== null;
  const isKept = sandbox.phase !== 'DELETING' && (isToSave || sandbox.snapshot_id !== null);
  const gone: Partial<Sandbox> = {
    ...usageEnded(sandbox, step.task, isKept, now),
    task_ended_at: timestamp(now),
    task_version: Math.max(sandbox.task_version, step.task?.version ?? 0),
    retry_at: null,
    ...noAddresses,
    boot_lease_until: null,
    stop_lease_until: null,
    ...reached(sandbox, { TASK_STOPPED: step.task?.times.stoppedAt ?? timestamp(now) }),
  };
  if (sandbox.phase === 'DELETING') return changed(sandbox, now, { ...gone, volume_id: volumeId });
  const next = { ...gone, ...afterwards(sandbox, step.endOutcome, step.reason, now) };
  if (isToSave) return changed(sandbox, now, { ...next, phase: 'SAVING', volume_id: volumeId });
  const into = next.stop_into ?? sandbox.stop_into;
  const discards = volumeId === null ? [] : [{ kind: 'volume' as const, id: volumeId }];
  return rested({ ...sandbox, ...next, volume_id: null, discards: [...sandbox.discards, ...discards] }, into, now);
}

function afterwards(
  sandbox: Sandbox,
  endOutcome: EndOutcome,
  reason: StatusReason | null,
  now: Date,
): Pick<Sandbox, 'desired' | 'wanted_generation' | 'restarts' | 'spot_failures' | 'stop_into' | 'status_reason'> {
  const { desired, wanted_generation, restarts, spot_failures, stop_into } = sandbox;
  const status_reason = reason ?? sandbox.status_reason;
  const wanted = isWanted(sandbox);
  if (endOutcome === 'restart' && wanted) {
    return {
      desired,
      wanted_generation: sandbox.generation + 1,
      restarts: restartsSoFar(sandbox, now) + 1,
      spot_failures: spot_failures + Number(isSpotFailure(sandbox.launch, reason)),
      stop_into: 'PAUSED',
      status_reason,
    };
  }
  // A resume that waits for this end stays wanted.
  const settled = {
    desired: wanted ? ('PAUSED' as const) : desired,
    ...{ wanted_generation, restarts, spot_failures, status_reason },
  };
  return { ...settled, stop_into: endOutcome === 'give-up' ? 'ERROR' : stop_into };
}

/** The workspace is saved: it replaces the one saved before, and the volume can be deleted. */
export function saved(sandbox: Sandbox, snapshot: Snapshot, now: Date): Sandbox {
  const { volume_id: volumeId, snapshot_id: last, previous_snapshot_id: beforeLast } = sandbox;
  const discards = withoutDiscard(sandbox.discards, snapshot.id);
  if (volumeId !== null) discards.push({ kind: 'volume', id: volumeId });
  if (beforeLast !== null) discards.push({ kind: 'snapshot', id: beforeLast });
  const kept = {
    snapshot_id: snapshot.id,
    previous_snapshot_id: last,
    base_snapshot: null,
    saved_at: timestamp(now),
    ...reached(sandbox, { WORKSPACE_SAVED: timestamp(now) }),
  };
  const done = { volume_id: null, saving_snapshot_id: null, save_attempts: 0, discards };
  return rested({ ...sandbox, ...kept, ...done }, sandbox.stop_into, now);
}

/** A snapshot is in progress. If the service had given it up before, it is no longer a discard. */
export function saveBegun(sandbox: Sandbox, { id, startedAt }: Snapshot, now: Date): Sandbox {
  const discards = withoutDiscard(sandbox.discards, id);
  return changed(sandbox, now, {
    saving_snapshot_id: id,
    save_lease_until: null,
    retry_at: null,
    discards,
    ...reached(sandbox, { SNAPSHOT_STARTED: startedAt }),
  });
}

function withoutDiscard(discards: readonly Discard[], kept: string): Discard[] {
  return discards.filter(({ id }) => id !== kept);
}

/** A snapshot failed and the volume stays. After `most` tries, an operator must act. */
export function saveFailed(
  sandbox: Sandbox,
  reason: StatusReason,
  random: () => number,
  now: Date,
  most: number = limits.saves,
): Sandbox {
  const attempts = sandbox.save_attempts + 1;
  const { saving_snapshot_id: snapshotId } = sandbox;
  const discards: Discard[] = snapshotId === null ? [] : [{ kind: 'snapshot', id: snapshotId }];
  const change = {
    saving_snapshot_id: null,
    save_lease_until: null,
    save_attempts: attempts,
    save_failed_at: timestamp(now),
    discards: [...sandbox.discards, ...discards],
    retry_at: timestamp(backoff(attempts, now, random)),
  };
  return attempts < most ? changed(sandbox, now, change) : failed({ ...sandbox, ...change }, reason, now);
}

/** Comes to rest in ERROR, as another try would fail the same way: only a request starts the sandbox again. */
export function failed(sandbox: Sandbox, reason: StatusReason, now: Date): Sandbox {
  const desired = sandbox.desired === 'RUNNING' ? 'PAUSED' : sandbox.desired;
  return rested({ ...sandbox, desired, status_reason: reason }, 'ERROR', now);
}

/** Comes to rest. The retention period of the workspace begins here. */
export function rested(sandbox: Sandbox, phase: Sandbox['stop_into'], now: Date): Sandbox {
  const { snapshot_id: saved, base_snapshot: base, volume_id: volumeId } = sandbox;
  const hasWorkspace = saved !== null || base !== null || volumeId !== null;
  return changed(sandbox, now, {
    phase,
    retry_at: null,
    ...noAddresses,
    boot_lease_until: null,
    stop_lease_until: null,
    pause_reason: phase === 'PAUSED' ? sandbox.pause_reason : null,
    expires_at: hasWorkspace ? retentionEnd(sandbox, now) : null,
  });
}

/** When a workspace that comes to rest now expires. */
export function retentionEnd({ retention_days: days }: Sandbox, now: Date): string {
  return timestamp(new Date(now.getTime() + days * DAY));
}

/** Starts again from the saved workspace. Each automatic restart waits longer. */
export function begun(sandbox: Sandbox, random: () => number, now: Date): Sandbox {
  return nextGeneration(sandbox, now, sandbox.restarts > 0 ? backoff(sandbox.restarts, now, random) : null);
}

/** Saves a volume that could not be saved before, ahead of anything else. */
export function savingAgain(sandbox: Sandbox, now: Date): Sandbox {
  return changed(sandbox, now, {
    phase: 'SAVING',
    stop_into: 'PAUSED',
    save_attempts: 0,
    retry_at: null,
    expires_at: null,
  });
}

/** The needed snapshot is gone. Its id stays, as EC2 may restore it. The previous one is never used silently. */
export function workspaceLost(sandbox: Sandbox, now: Date): Sandbox {
  const reason = sandbox.snapshot_id === null && sandbox.base_snapshot ? reasons.baseLost : reasons.workspaceLost;
  return failed({ ...sandbox, workspace_kept: null }, reason, now);
}

/** The lost snapshot exists again. */
export function workspaceFound(sandbox: Sandbox, now: Date): Sandbox {
  return changed(sandbox, now, { phase: 'PAUSED', status_reason: null, ...workspaceKeptAgain(sandbox, now) });
}
