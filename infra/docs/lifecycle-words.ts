import type { PauseReason } from '../../shared/contract/shapes/enums.ts';
import type { FailureClass } from '../../shared/domain/sandboxes/record/failure.ts';
import type { leases, limits } from '../../shared/domain/sandboxes/record/limits.ts';
import type { Phase } from '../../shared/domain/sandboxes/record/phases.ts';

/** The words of the tables in docs/lifecycle.md. The compiler wants a line for each phase, limit and so on. */

interface PhaseWords {
  readonly meaning: string;
  /** What there is of it in AWS. */
  readonly there: string;
}

export const phaseWords: Readonly<Record<Phase, PhaseWords>> = {
  PENDING: { meaning: 'Accepted; no task yet.', there: 'the snapshot, if it was saved before' },
  PROVISIONING: { meaning: 'ECS accepted the task, which is on its way up.', there: 'a task and its volume' },
  BOOTING: { meaning: 'The task runs; its agent is not ready yet.', there: 'a task and its volume' },
  RUNNING: {
    meaning: 'The agent answered through its exposed URL and has its keys.',
    there: 'a task and its volume; what was saved before stays',
  },
  STOPPING: { meaning: 'On record as stopping; the task is stopping.', there: 'a task and its volume' },
  SAVING: { meaning: 'The task is gone; a snapshot of its volume is under way.', there: 'a volume and a snapshot' },
  PAUSED: { meaning: 'Nothing runs; the workspace is saved.', there: 'the last two snapshots' },
  ERROR: {
    meaning: 'It cannot go on by itself. `status_detail` says why, and what to do.',
    there: 'the last two snapshots, or a volume that could not be saved',
  },
  EXPIRED: {
    meaning: 'Its retention is over; the service deletes the workspace.',
    there: 'nothing, once all is deleted',
  },
  DELETING: { meaning: 'It was deleted; task, volumes and snapshots go.', there: 'what is not gone yet' },
  DELETED: { meaning: 'All is gone but the receipt.', there: 'nothing' },
};

type Unit = 'seconds' | 'times' | 'hours' | 'days';

interface LimitWords {
  readonly unit: Unit;
  /** What it bounds. */
  readonly bounds: string;
  /** What happens when it is reached. */
  readonly outcome: string;
}

export const limitWords: Readonly<Record<keyof typeof limits, LimitWords>> = {
  silence: {
    unit: 'seconds',
    bounds: 'without news of a task or snapshot',
    outcome: 'the reconciler looks for itself',
  },
  consistency: {
    unit: 'seconds',
    bounds: 'until ECS or EC2 must know what is new',
    outcome: 'a task, volume or snapshot that is not known counts as gone',
  },
  pending: {
    unit: 'seconds',
    bounds: 'in PENDING',
    outcome: 'ERROR with what AWS said last, or `start_timeout`',
  },
  provisioning: { unit: 'seconds', bounds: 'in PROVISIONING', outcome: 'the task is stopped; ERROR `start_timeout`' },
  boot: { unit: 'seconds', bounds: 'in BOOTING', outcome: 'the task is stopped; ERROR `agent_not_ready`' },
  stop: { unit: 'seconds', bounds: 'from StopTask to the end of the task', outcome: 'StopTask is called again' },
  saving: {
    unit: 'seconds',
    bounds: 'until EC2 takes a snapshot, anew after one that failed, and again until it is complete',
    outcome: 'it counts as failed',
  },
  unreachable: {
    unit: 'seconds',
    bounds: 'in which the agent of a running sandbox does not answer',
    outcome: 'it is stopped, saved and started again',
  },
  restarts: {
    unit: 'times',
    bounds: 'in a row that it is started again after an end uninvited',
    outcome: 'ERROR with the reason',
  },
  capacityRestarts: { unit: 'times', bounds: 'the same where AWS has no room', outcome: 'ERROR with the reason' },
  stable: { unit: 'seconds', bounds: 'in RUNNING', outcome: 'restarts are counted anew' },
  saves: {
    unit: 'times',
    bounds: 'that a snapshot of one workspace fails',
    outcome: 'ERROR `snapshot_failed`; the volume is kept',
  },
  quotaSaves: {
    unit: 'times',
    bounds: 'that one is asked for in vain as the account has too many',
    outcome: 'ERROR `snapshot_quota_reached`; the volume is kept',
  },
  activityLag: {
    unit: 'seconds',
    bounds: 'by which the recorded time of last use may lag behind',
    outcome: 'it is written down',
  },
  failedStart: {
    unit: 'seconds',
    bounds: 'without use since a start failed, in a sandbox made for that conversation alone',
    outcome: 'it is paused as idle, if its spec does not say sooner',
  },
  retryPause: { unit: 'seconds', bounds: 'the longest pause between two tries', outcome: 'pauses stay that long' },
  interrupt: {
    unit: 'seconds',
    bounds: 'for the runs of an agent to be interrupted before its end',
    outcome: 'it is asked to prepare all the same',
  },
  prepare: {
    unit: 'seconds',
    bounds: 'for the agent to prepare for its end',
    outcome: 'its task is stopped all the same',
  },
  lastLook: {
    unit: 'seconds',
    bounds: 'for taking over what the agent did not deliver',
    outcome: 'what is left comes by its webhooks, until its task has ended',
  },
  sigterm: { unit: 'seconds', bounds: 'from SIGTERM to the end of the task', outcome: 'SIGKILL' },
  bootPatience: {
    unit: 'seconds',
    bounds: 'for which one worker waits for an agent',
    outcome: 'another one goes on',
  },
  queued: {
    unit: 'seconds',
    bounds: 'for a start to wait for its turn',
    outcome: 'ERROR `start_timeout`',
  },
  turnsAtOnce: {
    unit: 'seconds',
    bounds: 'ahead of which new starts get their turns at once',
    outcome: 'the start waits in the queue',
  },
  turnsAhead: {
    unit: 'seconds',
    bounds: 'ahead of which starts of the queue get their turns',
    outcome: 'they wait for the next offer, of the next sweep at the latest',
  },
  gather: {
    unit: 'seconds',
    bounds: 'in which starts gather in the queue',
    outcome: 'the first of them are offered turns',
  },
  offering: {
    unit: 'seconds',
    bounds: 'for which one worker offers turns to the queue',
    outcome: 'the next start that joins the queue has another one do it; the sweep offers turns too',
  },
  betweenOffers: { unit: 'seconds', bounds: 'between two offers', outcome: 'the queue is read again' },
  lateTurn: { unit: 'seconds', bounds: 'for which a turn is kept', outcome: 'the start takes another one' },
  wake: { unit: 'seconds', bounds: 'the longest wait that a worker takes on', outcome: 'the sweep looks' },
  step: {
    unit: 'seconds',
    bounds: 'left to a worker',
    outcome: 'it begins no further step; another one goes on',
  },
  sweep: { unit: 'seconds', bounds: 'for one run of the sweep', outcome: 'the next run looks at the rest' },
  orphanDays: {
    unit: 'days',
    bounds: 'for a disk that no row refers to',
    outcome: 'the sweep deletes it; until then its row can be restored from a backup',
  },
  warmHours: {
    unit: 'hours',
    bounds: 'that a task of the warm pool waits to be claimed',
    outcome: 'another takes its place, and it goes when that one is ready, an hour later at the latest',
  },
  warmRest: {
    unit: 'seconds',
    bounds: 'that the place of a warm task that failed stays empty',
    outcome: 'another one is started',
  },
  warmLag: {
    unit: 'seconds',
    bounds: 'that the index of the sandboxes may lack a task just added to the warm pool',
    outcome: 'the list of its tasks is read from the index alone',
  },
  claimedBoot: {
    unit: 'seconds',
    bounds: 'for a claimed agent to take its keys',
    outcome: 'the sandbox starts with a task of its own',
  },
  receiptDays: { unit: 'days', bounds: 'for the receipt of a deletion', outcome: 'the row goes' },
};

export const leaseWords: Readonly<Record<keyof typeof leases, string>> = {
  save: 'looking for a snapshot and asking for one',
  launch: 'a call of RunTask',
  boot: 'waiting for an agent; renewed by a worker that lives',
  stop: 'preparing an agent for its end, and a last look at it',
};

/** What becomes of a sandbox, by what its failure calls for. */
export const outcomes: Readonly<Record<FailureClass, string>> = {
  capacity: 'waits and tries again',
  throttled: 'waits and tries again',
  transient: 'starts again by itself',
  spec: 'ERROR at once',
  access: 'ERROR at once; an alarm rings',
};

export const pauseWords: Readonly<Record<PauseReason, string>> = {
  api: 'A caller asked for it.',
  idle: 'No client called, and its agent did not work.',
  timeout: 'It ran for as long as it may at a stretch, however busy it was.',
  limit: 'Another sandbox of its owner needed its room (`on_limit=pause_oldest`).',
  budget: 'A monthly budget of its owner, or of the API key that started it, is used up.',
};

/** What becomes of a sandbox for the service's own reasons, by their codes. */
export const reasonOutcomes: Readonly<Record<string, string>> = {
  task_lost: 'starts again by itself',
  start_timeout: 'ERROR',
  launch_unclear: 'waits and asks again',
  agent_not_ready: 'ERROR',
  agent_unreachable: 'starts again by itself',
  idle: 'PAUSED',
  lifetime_reached: 'PAUSED',
  paused_for_another: 'PAUSED',
  budget_exhausted: 'PAUSED',
  snapshot_failed: 'ERROR, volume kept',
  snapshot_quota_reached: 'tries again for some minutes; then ERROR, volume kept',
  workspace_outdated: 'ERROR, older snapshot kept',
  workspace_unmounted: 'ERROR, snapshot kept',
  workspace_lost: 'ERROR; a resume answers 410',
  workspace_expired: 'MISSING; a resume answers 410',
};
