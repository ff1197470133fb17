import { type Clock, timestamp } from '../../../platform/clock.ts';
import { leaseUntil } from '../../../platform/lease.ts';
import { log } from '../../../platform/log.ts';
import * as reasons from '../../../presentation/sandbox-reasons.ts';
import type { Agents } from '../agent/agents.ts';
import type { SandboxKeys } from '../agent/keys.ts';
import type { EdgeEntries } from '../edge/edge-entries.ts';
import { type LaunchSettings, launchTask } from '../launch/launch-task.ts';
import type { LaunchPace, Tasks } from '../launch/tasks.ts';
import * as beginFrom from '../lifecycle/begin-from.ts';
import * as changes from '../lifecycle/changes.ts';
import * as deletion from '../lifecycle/deletion.ts';
import type { nextStep } from '../lifecycle/next-step.ts';
import { isIdle, stopStep } from '../lifecycle/phases/running.ts';
import type { Disks } from '../record/disks.ts';
import type { OperatorAlarm } from '../record/failures.ts';
import { diskOwner, startedBy } from '../record/identity.ts';
import { leases } from '../record/limits.ts';
import { changed, type Sandbox } from '../record/sandbox.ts';
import type { Observation, Step } from '../record/step.ts';
import type { Task } from '../record/task.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import { removeDisk } from '../workspace/remove-disk.ts';
import { beginSnapshot } from '../workspace/save-volume.ts';
import { type BaseDeps, lookAtBase, reportLostBase } from './base-of-sandbox.ts';
import { type EndDeps, endDescribed, endReason } from './end-reason.ts';

/** Starts a worker for one generation of a sandbox; returns at once. @param task as last seen, if it was */
type StartWorker = (ownerId: string, sandboxId: string, generation: number, task?: Task) => Promise<void>;

export interface ReconcileDeps extends EndDeps, BaseDeps {
  /** Decides on the step. Injected so that tests can show the effect of a wrong decision. */
  readonly nextStep: typeof nextStep;
  readonly sandboxes: SandboxStore;
  readonly tasks: Tasks;
  readonly disks: Disks;
  readonly pace: Pick<LaunchPace, 'reserve' | 'reserveIdle'>;
  /** Called when a start joins the queue. */
  readonly enqueued?: () => Promise<void>;
  readonly agents: Pick<Agents, 'health'>;
  /** The edge's entries, which a sandbox leaves when it stops. */
  readonly edge: Pick<EdgeEntries, 'leave'>;
  readonly keys: SandboxKeys;
  readonly settings: LaunchSettings;
  /** Start the worker that boots the agent, and the one that prepares it for its stop. */
  readonly boot: StartWorker;
  readonly prepareStop: StartWorker;
  readonly alarm: OperatorAlarm;
  readonly now: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** Takes one step and returns the new observation. */
export async function performStep(
  sandbox: Sandbox,
  step: Exclude<Step, { kind: 'none' }>,
  seen: Observation,
  deps: ReconcileDeps,
): Promise<Observation> {
  const now = deps.now();
  const save = async (next: Sandbox, known: Observation = {}): Promise<Observation> => {
    await deps.sandboxes.save([{ previous: sandbox, next }]);
    return known;
  };
  switch (step.kind) {
    case 'observe':
      return { ...seen, task: await lookForTask(sandbox, deps) };
    case 'look-at-snapshot':
      return { ...seen, snapshot: { id: step.snapshotId, found: await deps.disks.snapshot(step.snapshotId) } };
    case 'look-at-base':
      return { ...seen, base: await lookAtBase(sandbox, step.snapshotId, deps) };
    case 'base-ready':
      return save(beginFrom.baseReady(sandbox, step, now));
    case 'lose-base':
      return save(beginFrom.baseLost(sandbox, step, now));
    case 'begin-generation':
      // A snapshot that was just read is not read again.
      return save(changes.begun(sandbox, deps.random, now), seen.snapshot ? { snapshot: seen.snapshot } : {});
    case 'run-task':
      return launchTask(sandbox, deps);
    case 'adopt-task':
      return save(changes.adopted(sandbox, step, now), seen);
    case 'enter-boot':
      return save(changes.bootEntered(sandbox, step, now), seen);
    case 'boot':
      return startWorker(
        sandbox,
        { boot_lease_until: leaseUntil(now, leases.boot), ...(await deps.keys.hashes(sandbox)) },
        deps.boot,
        seen,
        deps,
      );
    case 'reboot':
      return save(changes.rebooted(sandbox, now), seen.task ? { task: seen.task } : {});
    case 'settle-claim':
      return save(changes.claimSettled(sandbox, now), seen);
    case 'note-activity':
      return save(changed(sandbox, now, { last_activity_at: timestamp(step.at), ...usedByRun(seen.agent, now) }));
    case 'mark-unreachable':
      return save(changed(sandbox, now, { unreachable_since: step.since && timestamp(step.since) }));
    case 'stop-if-idle':
      return stopIfIdle(sandbox, seen, deps);
    case 'stop':
      return stop(sandbox, step, seen, deps);
    case 'prepare-stop':
      return startWorker(sandbox, { stop_lease_until: leaseUntil(now, leases.stop) }, deps.prepareStop, seen, deps);
    case 'send-stop':
      await deps.tasks.stop(step.taskArn, sandbox.status_reason?.code ?? 'requested');
      return save(changes.stopSent(sandbox, step.taskArn, deps.now()));
    case 'stop-stray':
      await deps.tasks.stop(step.taskArn, 'this task should not run');
      return withoutTask(seen);
    case 'task-ended':
      // An owner can name an image that this service cannot pull.
      if (step.reason?.code === 'access_denied' && !sandbox.own_version) deps.alarm('AccessErrors');
      // Before the write, so that a crash repeats it.
      await deps.edge.leave(sandbox);
      return save(changes.taskEnded(sandbox, await endDescribed(sandbox, step, deps), now));
    case 'save-volume':
      return beginSnapshot(sandbox, deps);
    case 'adopt-snapshot':
      await save(changes.saveBegun(sandbox, step.snapshot, now));
      // Read again once its id is recorded: the event of its end may have come before, when no row named it.
      return { snapshot: { id: step.snapshot.id, found: await deps.disks.snapshot(step.snapshot.id) } };
    case 'saved':
      return save(changes.saved(sandbox, step.snapshot, now), {
        snapshot: { id: step.snapshot.id, found: step.snapshot },
      });
    case 'save-failed':
      log.warn('workspace was not saved', { ...idsOf(sandbox), message: step.message });
      return save(changes.saveFailed(sandbox, reasons.snapshotFailed(step.message), deps.random, now));
    case 'rest':
      return save(atRest(sandbox, step, now));
    case 'save-first':
      return save(changes.savingAgain(sandbox, now));
    case 'discard':
      return discard(sandbox, step, seen, deps);
    case 'expire':
      return save(deletion.expired(sandbox, now));
    case 'lose-workspace':
      await save(changes.workspaceLost(sandbox, now));
      return reportLostBase(sandbox, deps);
    case 'find-workspace':
      return save(changes.workspaceFound(sandbox, now));
    case 'begin-deletion':
      await save(changed(sandbox, now, { phase: 'DELETING' }));
      await deps.edge.leave(sandbox);
      return seen;
    case 'collect':
      return save(deletion.collected(sandbox, await strayVolumes(sandbox, deps), now));
    case 'bury':
      return save(deletion.buried(sandbox, now));
  }
}

function lookForTask(sandbox: Sandbox, deps: ReconcileDeps) {
  return sandbox.task_arn ? deps.tasks.describe(sandbox.task_arn) : deps.tasks.find(startedBy(sandbox));
}

async function startWorker(
  sandbox: Sandbox,
  lease: Partial<Sandbox>,
  start: StartWorker,
  seen: Observation,
  deps: ReconcileDeps,
): Promise<Observation> {
  await deps.sandboxes.save([{ previous: sandbox, next: changed(sandbox, deps.now(), lease) }]);
  const task = seen.task === 'absent' ? undefined : seen.task;
  await start(sandbox.owner_id, sandbox.sandbox_id, sandbox.generation, task);
  return seen;
}

async function stop(
  sandbox: Sandbox,
  step: Extract<Step, { kind: 'stop' }>,
  seen: Observation,
  deps: ReconcileDeps,
): Promise<Observation> {
  const task = seen.task === 'absent' ? undefined : seen.task;
  const reason = await endReason(sandbox, step, task, deps);
  const next = changes.stopBegun(sandbox, { ...step, reason }, deps.now());
  await deps.sandboxes.save([{ previous: sandbox, next }]);
  // After the write, as a request can still win. The end of the task repeats it after a crash.
  await deps.edge.leave(sandbox);
  const code = next.status_reason?.code ?? null;
  log.info('sandbox is stopped', { ...idsOf(sandbox), pause_reason: next.pause_reason, reason: code });
  return withoutAgent(seen);
}

/** A run of the agent is a use of the sandbox, like a request through the API. */
function usedByRun(agent: Observation['agent'], now: Date): Partial<Sandbox> {
  return agent?.kind === 'ready' && agent.busy ? { last_used_at: timestamp(now) } : {};
}

/** Checks the agent at the last moment, and writes only if no request changed the row in between. */
async function stopIfIdle(sandbox: Sandbox, seen: Observation, deps: ReconcileDeps): Promise<Observation> {
  const { agent_url: url } = sandbox;
  const agent = url === null ? seen.agent : await deps.agents.health(url, await deps.keys.sessionKey(sandbox));
  if (!agent || !isIdle(sandbox, agent, deps.now())) return withoutAgent(seen);
  return stop(sandbox, stopStep('as-wanted', reasons.idle, 'idle'), seen, deps);
}

function atRest(sandbox: Sandbox, step: Extract<Step, { kind: 'rest' }>, now: Date): Sandbox {
  const desired = step.givesUp && sandbox.desired === 'RUNNING' ? 'PAUSED' : sandbox.desired;
  return changes.rested({ ...sandbox, desired, status_reason: step.reason ?? sandbox.status_reason }, step.phase, now);
}

/** Leaves a discard that is still in use for a later pass. */
async function discard(
  sandbox: Sandbox,
  step: Extract<Step, { kind: 'discard' }>,
  seen: Observation,
  deps: ReconcileDeps,
): Promise<Observation> {
  const { id } = step.discard;
  const result = await removeDisk(step.discard, deps);
  if (result === 'busy') return { ...seen, busyDiscards: [...(seen.busyDiscards ?? []), id] };
  const next = deletion.discarded(sandbox, step.discard, deps.now());
  await deps.sandboxes.save([{ previous: sandbox, next }]);
  return seen;
}

/** Volumes of a start whose task was never seen with its disk. */
async function strayVolumes(sandbox: Sandbox, deps: ReconcileDeps) {
  return sandbox.launch?.volume ? deps.disks.volumesOf(diskOwner(sandbox)) : [];
}

function withoutAgent({ agent: _, ...rest }: Observation): Observation {
  return rest;
}

function withoutTask({ task: _, ...rest }: Observation): Observation {
  return rest;
}

function idsOf({ owner_id, sandbox_id }: Sandbox) {
  return { owner_id, sandbox_id };
}
