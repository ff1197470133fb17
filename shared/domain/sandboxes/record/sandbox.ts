import * as z from 'zod';
import { Capacity, DeletionResult, DiskKind, PauseReason } from '../../../contract/shapes/enums.ts';
import { Lineage } from '../../../contract/shapes/lineages.ts';
import { Moment, Seconds } from '../../../contract/shapes/moments.ts';
import { rowReader } from '../../../platform/aws/rows.ts';
import { timestamp } from '../../../platform/clock.ts';
import { Size } from '../../billing/usage/task-size.ts';
import { addressFields, keyFields, wakeFields } from './access-fields.ts';
import { baseFields } from './base-snapshot.ts';
import { Launch, OwnVersion, paidBy } from './launch.ts';
import { Phase, phaseFacts } from './phases.ts';
import { privacyFields } from './privacy-fields.ts';
import { ChosenSize } from './resize.ts';
import { TaskHistory, withTask } from './task-history.ts';
import { Claimed, Warm } from './warm-task.ts';

/** Why a sandbox is in its state. `remedy`: what people can do. `retryable`: whether a resume can help. */
export const StatusReason = z.object({
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
  retryable: z.boolean(),
});
export type StatusReason = z.infer<typeof StatusReason>;

/** A volume or snapshot to delete. */
const Discard = z.object({ kind: DiskKind, id: z.string() });
export type Discard = z.infer<typeof Discard>;

/** The result for each resource of a deleted sandbox. */
export const Receipt = z.object({
  requested_at: Moment,
  /** Whether the list of items is complete. */
  collected: z.boolean(),
  completed_at: Moment.nullable(),
  items: z.array(
    z.object({
      store: z.enum(['task', ...DiskKind.options, 'row']),
      id: z.string(),
      result: DeletionResult,
    }),
  ),
});
export type Receipt = z.infer<typeof Receipt>;

/** A workspace that is kept while nothing runs, with its last generation, its size and its payer. */
const KeptWorkspace = z.object({ since: z.string(), generation: z.int(), gigabytes: z.int(), ...paidBy });

/** A row of the sandboxes table. Loose: older function versions keep the fields of newer ones. */
export const Sandbox = z.looseObject({
  owner_id: z.string(),
  sandbox_id: z.string(),
  spec_id: z.string(),
  /** Null for deployed specs. */
  own_version: OwnVersion.nullable(),
  /** The desired state: endpoints write it, and the reconciler realises it. */
  desired: z.enum(['RUNNING', 'PAUSED', 'DELETED']),
  /** The observed state. */
  phase: Phase,
  phase_since: z.string(),
  /** Rises with each start and resume. Events of an older generation change nothing. */
  generation: z.int(),
  /** The oldest generation that may run. A resume needs a new generation, even when it overtakes a pause. */
  wanted_generation: z.int(),
  /** Rises with each write: the optimistic lock. */
  version: z.int(),
  /** Rises when ECS refuses a start for good, as a client token always gets its first response. */
  attempt: z.int(),
  /** Since when this start has waited in the queue; absent on older rows. */
  launch_queued_at: z.string().nullable().optional(),
  /** When RunTask was first called for this generation. */
  launch_called_at: z.string().nullable().optional(),
  /** When the next call of RunTask is due, and until when a worker has the lease for it. */
  launch_scheduled_at: z.string().nullable(),
  launch_lease_until: z.string().nullable(),
  /** The last time at which ECS may have accepted a call whose response was lost. */
  launch_unclear_until: z.string().nullable(),
  launch_retries: z.int(),
  /** No retry happens before this time. */
  retry_at: z.string().nullable(),
  launch: Launch.nullable(),
  /** For rows of the warm pool, which are not sandboxes of an owner. */
  warm: Warm.nullable(),
  /** For generations that began with a warm task. */
  claimed: Claimed.nullable(),
  task_arn: z.string().nullable(),
  task_history: TaskHistory,
  /** The version of the newest applied task change. Older changes are ignored. */
  task_version: z.int(),
  /** Until when a worker has the lease to wait for the agent. */
  boot_lease_until: z.string().nullable(),
  /** The phase after the stop. */
  stop_into: z.enum(['PAUSED', 'ERROR']),
  /** Since when the agent of a running sandbox has not responded. */
  unreachable_since: z.string().nullable(),
  ...addressFields,
  working_dir: z.string(),
  /** Whole minutes in specs; an operator or a test can set a fraction. */
  idle_minutes: z.number().positive(),
  lifetime_minutes: z.int(),
  ...keyFields,
  ...wakeFields,
  /** The API key that last started or resumed it. Its lineages bear the counts and costs. */
  api_key_id: z.string().nullable(),
  /** Those lineages with their limits, which apply even after the key has expired; absent when unknown. */
  lineages: z.array(Lineage).optional(),
  /** The reservation of its last start or resume, in millionths of a US dollar. */
  reserved_micro_usd: z.int(),
  retention_days: z.int(),
  /** The size of its tasks. While the sandbox counts towards limits, its vCPUs do too. */
  size: Size,
  /** What its owner asked for, if that was rounded up to an offered size. */
  requested_size: Size.nullable(),
  workspace_gigabytes: z.int(),
  /** The sizes from the next resume on, if they were changed since the last start. */
  resize: ChosenSize.nullable(),
  filesystem_type: z.string(),
  /** Whether its agent seals its files with its boot key, which must then be the secret key. */
  seals_with_boot_key: z.boolean(),
  /** The disk of the current or last generation, until it is saved. */
  volume_id: z.string().nullable(),
  /** The latest saved workspace, from which a resume starts, and the previous one, kept for operators. */
  snapshot_id: z.string().nullable(),
  previous_snapshot_id: z.string().nullable(),
  ...baseFields,
  saved_at: Moment.nullable(),
  /** The snapshot in progress, and how many failed before it. */
  saving_snapshot_id: z.string().nullable(),
  save_attempts: z.int(),
  /** When the last of them failed, which restarts the time limit of saving. */
  save_failed_at: z.string().nullable(),
  /** Until when a worker has the lease to create a snapshot. */
  save_lease_until: z.string().nullable(),
  /** Volumes and snapshots to delete, until EC2 has confirmed it. */
  discards: z.array(Discard),
  /** The billed times of this generation's task. The end is an estimate if ECS had forgotten it. */
  task_started_at: z.string().nullable(),
  task_stopped_at: z.string().nullable(),
  task_stop_estimated: z.boolean(),
  workspace_kept: KeptWorkspace.nullable(),
  /** When the end of this generation's task was recorded. */
  task_ended_at: z.string().nullable(),
  /** When StopTask was accepted. */
  stop_sent_at: z.string().nullable(),
  /** Until when a worker has the lease to prepare the agent for its stop. */
  stop_lease_until: z.string().nullable(),
  /** The automatic restarts in a row after unrequested ends. */
  restarts: z.int(),
  /** The requested capacity, and how often Spot has failed since the last start or resume that was requested. */
  capacity: Capacity,
  spot_failures: z.int(),
  /** Since when this generation has been RUNNING. */
  running_since: Moment.nullable(),
  pause_reason: PauseReason.nullable(),
  /** The API key that requested the latest pause. */
  paused_by: z.string().nullish(),
  /** When the saved workspace is deleted unless the sandbox is resumed before. */
  expires_at: Moment.nullable(),
  /** How many conversations use it. If it was created for a conversation, it is deleted with the last one. */
  conversation_count: z.int(),
  created_for_conversation: z.boolean(),
  /** The first `CONVERSATIONS_NAMED` conversations that used it. They share its cost. */
  conversation_ids: z.array(z.string()),
  /** The prebuild that it was started to build. It is deleted after the build. */
  prebuild_id: z.string().nullish(),
  /** The build of a prebuild that it began from. */
  prepared: z.object({ prebuild_id: z.string(), build_id: z.string(), setup_on_start: z.boolean() }).nullish(),
  ...privacyFields,
  receipt: Receipt.nullable(),
  /** When the receipt of its deletion expires, in seconds since 1970. */
  purge_at: Seconds.nullable(),
  created_at: Moment,
  updated_at: z.string(),
  last_activity_at: Moment,
  /** Until when a command with a stated time limit counts as use of this generation. */
  busy_until: Moment.nullable().optional(),
  /** When a start of the conversation that it was created for last failed. */
  start_failed_at: Moment.nullable().optional(),
  /** The latest end of this generation. */
  deadline_at: Moment,
  status_reason: StatusReason.nullable(),
  /** When this generation reached each step; absent on older rows. Newer releases may add steps. */
  step_times: z.record(z.string(), Moment).optional(),
  /** When a caller requested the next generation. */
  resume_requested_at: z.string().nullable().optional(),
  transitions: z.array(z.object({ phase: Phase, at: Moment, generation: z.int(), reason: z.string().nullable() })),
});
export type Sandbox = z.infer<typeof Sandbox>;

/** Nothing but its deletion changes a damaged sandbox: it can have lost its task or its disks. */
export const readSandbox = /* @__PURE__ */ rowReader('sandbox', Sandbox, {
  shown: ['exposed_urls', 'status_reason', 'pause_reason', 'step_times', 'transitions', 'updated_at'],
  damaged: { desired: 'PAUSED', phase: 'ERROR' },
});

/** A write of a sandbox. A new sandbox has no previous row, or the receipt of a deleted one (`creationOf`). */
export interface SandboxWrite {
  readonly previous: Sandbox | null;
  readonly next: Sandbox;
}

/** Further conversations that use a sandbox are not named on its row, which must stay small. */
export const CONVERSATIONS_NAMED = 100;

const TRANSITIONS_KEPT = 20;

/** The row after one more write. A change of phase is added to its transitions. */
export function changed(sandbox: Sandbox, now: Date, change: Partial<Sandbox>): Sandbox {
  const at = timestamp(now);
  const next = { ...sandbox, ...change, version: sandbox.version + 1, updated_at: at };
  if (next.task_arn !== sandbox.task_arn) next.task_history = withTask(next, at);
  if (next.phase === sandbox.phase) return next;
  const transition = { phase: next.phase, at, generation: next.generation, reason: whyOf(next) };
  return { ...next, phase_since: at, transitions: [...sandbox.transitions, transition].slice(-TRANSITIONS_KEPT) };
}

/** The reason for its phase: what failed, or what paused it. */
function whyOf({ phase, status_reason: reason, pause_reason: pause }: Sandbox): string | null {
  const isPausing = phase === 'PAUSED' || phaseFacts[phase].stage === 'end';
  return reason?.code ?? (isPausing ? pause : null);
}
