import type { PauseReason } from '../../shared/contract/shapes/enums.ts';
import type { FailureClass } from '../../shared/domain/sandboxes/record/failures.ts';
import type { leases, limits } from '../../shared/domain/sandboxes/record/limits.ts';
import type { Phase } from '../../shared/domain/sandboxes/record/phases.ts';

/** The texts of the tables in docs/lifecycle.md. The compiler requires one for each phase and limit. */

interface PhaseWords {
  readonly meaning: string;
  /** The resources in AWS. */
  readonly there: string;
}

export const phaseWords: Readonly<Record<Phase, PhaseWords>> = {
  PENDING: { meaning: 'Accepted; no task yet.', there: 'the snapshot, if it was saved before' },
  PROVISIONING: { meaning: 'ECS accepted the task, which is starting.', there: 'a task and its volume' },
  BOOTING: { meaning: 'The task runs; its agent is not ready yet.', there: 'a task and its volume' },
  RUNNING: {
    meaning: 'The agent is ready: it responded through its exposed URL and has its keys.',
    there: 'a task and its volume, and the earlier snapshots',
  },
  STOPPING: { meaning: 'The task is stopping.', there: 'a task and its volume' },
  SAVING: { meaning: 'The task is gone; a snapshot of its volume is in progress.', there: 'a volume and a snapshot' },
  PAUSED: { meaning: 'Nothing runs; the workspace is saved.', there: 'the last two snapshots' },
  ERROR: {
    meaning: 'It cannot continue by itself. `status_detail` has the reason and the remedy.',
    there: 'the last two snapshots, or a volume that could not be saved',
  },
  EXPIRED: {
    meaning: 'Its retention is over; the service deletes the workspace.',
    there: 'nothing, once all is deleted',
  },
  DELETING: { meaning: 'Task, volumes and snapshots are being deleted.', there: 'what is not deleted yet' },
  DELETED: { meaning: 'Only the receipt is left.', there: 'nothing' },
};

interface LimitWords {
  /** By default, seconds. */
  readonly unit?: 'times' | 'hours' | 'days';
  /** What the limit bounds. */
  readonly bounds: string;
  /** What happens at the limit. */
  readonly outcome: string;
}

export const limitWords: Readonly<Record<keyof typeof limits, LimitWords>> = {
  silence: { bounds: 'without news of a task or snapshot', outcome: 'the reconciler asks AWS' },
  consistency: {
    bounds: 'until ECS or EC2 must know a new resource',
    outcome: 'an unknown task, volume or snapshot counts as gone',
  },
  pending: { bounds: 'in PENDING', outcome: 'ERROR with what AWS said last, or `start_timeout`' },
  provisioning: { bounds: 'in PROVISIONING', outcome: 'the task is stopped; ERROR `start_timeout`' },
  boot: { bounds: 'in BOOTING', outcome: 'the task is stopped; ERROR `agent_not_ready`' },
  stop: { bounds: 'from StopTask to the end of the task', outcome: 'StopTask is called again' },
  saving: {
    bounds: 'until EC2 accepts a snapshot (again after a failed one), and again until it is complete',
    outcome: 'it counts as failed',
  },
  unreachable: {
    bounds: 'without a response from the agent of a running sandbox',
    outcome: 'it is stopped, saved and started again',
  },
  restarts: {
    unit: 'times',
    bounds: 'in a row that the service restarts it after an unrequested end',
    outcome: 'ERROR with the reason',
  },
  capacityRestarts: { unit: 'times', bounds: 'the same if AWS has no capacity', outcome: 'ERROR with the reason' },
  spotFailures: {
    unit: 'times',
    bounds: 'that Spot is interrupted or has no capacity since the last requested start or resume',
    outcome: 'the next try is on demand',
  },
  stable: { bounds: 'in RUNNING', outcome: 'the count of restarts is reset' },
  saves: {
    unit: 'times',
    bounds: 'that a snapshot of one workspace fails',
    outcome: 'ERROR `snapshot_failed`; the volume is kept',
  },
  quotaSaves: {
    unit: 'times',
    bounds: 'that the account has too many snapshots',
    outcome: 'ERROR `snapshot_quota_reached`; the volume is kept',
  },
  activityLag: { bounds: 'by which the recorded last use can lag', outcome: 'it is recorded' },
  traffic: {
    bounds: 'since the last use through the API, a run or a wake, while only requests at its addresses keep it running',
    outcome: 'they no longer count as use',
  },
  useLag: { bounds: 'by which the recorded last use through the API can lag', outcome: 'it is recorded' },
  woken: { bounds: 'of running after a request at its address resumed it', outcome: 'it can be idle' },
  failedStart: {
    bounds: 'without use since a start failed, in a sandbox made for that conversation alone',
    outcome: 'it is paused as idle, unless its spec is sooner',
  },
  retryPause: { bounds: 'the longest pause between two attempts', outcome: 'pauses stay that long' },
  interrupt: { bounds: 'to interrupt the runs of an agent before its end', outcome: 'it is asked to prepare' },
  prepare: { bounds: 'for the agent to prepare for its end', outcome: 'its task is stopped' },
  lastLook: {
    bounds: 'to fetch what the agent did not deliver',
    outcome: 'the rest comes by its webhooks, until its task has ended',
  },
  sigterm: { bounds: 'from SIGTERM to the end of the task', outcome: 'SIGKILL' },
  bootPatience: { bounds: 'for which one worker waits for an agent', outcome: 'another continues' },
  queued: { bounds: 'for a start to wait for its turn', outcome: 'ERROR `start_timeout`' },
  turnsAtOnce: {
    bounds: 'ahead, in which new starts get their turns at once',
    outcome: 'the start waits in the queue',
  },
  turnsAhead: {
    bounds: 'ahead, in which starts of the queue get their turns',
    outcome: 'they wait for the next offer, at the latest from the next sweep',
  },
  gather: { bounds: 'in which starts gather in the queue', outcome: 'the first of them are offered turns' },
  offering: {
    bounds: 'for which one worker offers turns to the queue',
    outcome: 'the next start that joins the queue calls another; the sweep offers turns too',
  },
  betweenOffers: { bounds: 'between two offers', outcome: 'the queue is read again' },
  lateTurn: { bounds: 'for which a turn is kept', outcome: 'the start takes another one' },
  wake: { bounds: 'the longest wait of one worker', outcome: 'the sweep looks' },
  step: {
    bounds: 'for one step, and left to a worker that begins one',
    outcome: 'the step has failed; another worker continues',
  },
  sync: {
    bounds: 'for a running sandbox to write its file system to its disk before a snapshot',
    outcome: 'the snapshot is taken without it, and says so',
  },
  takeStep: { bounds: 'for one step of a snapshot', outcome: 'the step has failed; another worker continues' },
  sweep: { bounds: 'for one run of the sweep', outcome: 'the next run continues' },
  sweepItem: { bounds: 'for one item of the sweep', outcome: 'the sweep goes on without it; the next run tries again' },
  orphanDays: {
    unit: 'days',
    bounds: 'for a disk that no row refers to',
    outcome: 'the sweep deletes it; until then its row can be restored from a backup',
  },
  warmHours: {
    unit: 'hours',
    bounds: 'that a task of the warm pool waits to be claimed',
    outcome: 'another replaces it; it goes when that one is ready, an hour later at the latest',
  },
  warmRest: { bounds: 'that the place of a failed warm task stays empty', outcome: 'another one is started' },
  warmLag: {
    bounds: 'that the index of sandboxes can lack a task just added to the warm pool',
    outcome: 'the list of its tasks is read only from the index',
  },
  claimedBoot: { bounds: 'for a claimed agent to take its keys', outcome: 'the sandbox starts with a task of its own' },
  receiptDays: { unit: 'days', bounds: 'for the receipt of a deletion', outcome: 'the row is deleted' },
};

export const leaseWords: Readonly<Record<keyof typeof leases, string>> = {
  save: 'looking for a snapshot and requesting one',
  take: 'syncing a running sandbox, and requesting the copy of its disk',
  launch: 'a call of RunTask',
  boot: 'waiting for an agent; renewed while the worker lives',
  stop: 'preparing an agent for its end',
};

/** The result for a sandbox, by the class of its failure. */
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
  timeout: 'It reached the longest time that it can run without a pause.',
  limit: 'Another sandbox of its owner needed its place (`on_limit=pause_oldest`).',
  budget: 'A monthly budget of its owner, or of the API key that started it, is used up.',
  suspension: 'The operator suspended its owner.',
};

/** The result for a sandbox, by the codes of the service's own reasons. */
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
  owner_suspended: 'PAUSED',
  snapshot_failed: 'ERROR, volume kept',
  snapshot_quota_reached: 'tries again for some minutes; then ERROR, volume kept',
  workspace_outdated: 'ERROR, older snapshot kept',
  workspace_unmounted: 'ERROR, snapshot kept',
  workspace_lost: 'ERROR; a resume is a 410',
  snapshot_unavailable: 'ERROR; a resume is a 410',
  workspace_expired: 'MISSING; a resume is a 410',
};
