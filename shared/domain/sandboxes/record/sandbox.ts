import * as z from 'zod';
import { DeletionResult, DiskKind, PauseReason, PortName } from '../../../contract/shapes/enums.ts';
import { Lineage } from '../../../contract/shapes/lineages.ts';
import { timestamp } from '../../../platform/clock.ts';
import { TaskSize } from '../../billing/usage/task-size.ts';
import { Phase, phaseFacts } from './phases.ts';

/** Why a sandbox is in its state. `remedy`: what people can do. `retryable`: whether resuming may help. */
export const StatusReason = z.object({
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
  retryable: z.boolean(),
});
export type StatusReason = z.infer<typeof StatusReason>;

/** A task's disk as in RunTask. A disk from a snapshot must have the file system that was saved. */
export const LaunchVolume = z.object({
  name: z.string(),
  role_arn: z.string(),
  size_gib: z.int(),
  snapshot_id: z.string().nullable(),
  filesystem_type: z.string(),
  tags: z.array(z.object({ key: z.string(), value: z.string() })),
});
export type LaunchVolume = z.infer<typeof LaunchVolume>;

/** A discard: a resource outside the row that is to be deleted. */
const Discard = z.object({ kind: DiskKind, id: z.string() });
export type Discard = z.infer<typeof Discard>;

/** The result for each resource of a deleted sandbox. */
export const Receipt = z.object({
  requested_at: z.string(),
  /** Whether all that is to be deleted is on the list. */
  collected: z.boolean(),
  completed_at: z.string().nullable(),
  items: z.array(
    z.object({
      store: z.enum(['task', ...DiskKind.options, 'row']),
      id: z.string(),
      result: DeletionResult,
    }),
  ),
});
export type Receipt = z.infer<typeof Receipt>;

/** The API key that pays for an interval, and the ids of its lineages; without these, it is one by itself. */
const paidBy = { api_key_id: z.string().nullable(), lineages: z.array(z.string()).optional() };

/** A workspace that is kept while nothing runs, with the last generation and the key that started it. */
const KeptWorkspace = z.object({ since: z.string(), generation: z.int(), ...paidBy });

/** The parameters of RunTask: a repeated call with the same token must be the same to the byte. */
export const Launch = z.object({
  task_definition: z.string(),
  container: z.string(),
  subnets: z.array(z.string()),
  security_groups: z.array(z.string()),
  requested_at: z.string(),
  /** The disk that the task gets: a new one, or one made from a snapshot. Null where a task definition has none. */
  volume: LaunchVolume.nullable(),
  /** The size by which the task is billed, as in its spec at the start. */
  size: TaskSize.nullable(),
  /** The API key for which it is started. */
  ...paidBy,
});
export type Launch = z.infer<typeof Launch>;

const Exposed = z.object({ name: PortName, port: z.int() });
const ExposedUrl = z.object({ name: PortName, port: z.int(), url: z.string() });
export type ExposedUrl = z.infer<typeof ExposedUrl>;

/** The sandbox that took a warm task over, and when. */
const ClaimedBy = z.object({
  owner_id: z.string(),
  sandbox_id: z.string(),
  created_at: z.string(),
  generation: z.int(),
  at: z.string(),
  /** Until when news of the task is shown to that sandbox, in seconds since 1970. */
  until: z.int(),
});
export type ClaimedBy = z.infer<typeof ClaimedBy>;

/** A task of the warm pool: which form of its spec it has, since when its agent answers, and who claimed it. */
const Warm = z.object({ revision: z.string(), ready_at: z.string().nullable(), claimed_by: ClaimedBy.nullable() });

/** The warm task that a sandbox began with: as which task it was launched, and when it was claimed. */
const Claimed = z.object({ sandbox_id: z.string(), created_at: z.string(), at: z.string() });

/** A row of the sandboxes table. Loose: older function versions keep the fields of newer ones. */
export const Sandbox = z.looseObject({
  owner_id: z.string(),
  sandbox_id: z.string(),
  spec_id: z.string(),
  /** The desired state: endpoints write it, and the reconciler brings it about. */
  desired: z.enum(['RUNNING', 'PAUSED', 'DELETED']),
  /** The observed state. */
  phase: Phase,
  phase_since: z.string(),
  /** Rises with each start and resume; news of an older one changes nothing. */
  generation: z.int(),
  /** The oldest generation that may run: a resume ends in a new one, even when it overtakes a pause. */
  wanted_generation: z.int(),
  /** Rises with each write: the optimistic lock. */
  version: z.int(),
  /** Rises when ECS refused a start for good, as a client token repeats its first answer. */
  attempt: z.int(),
  /** Since when this start waits in the queue for a turn; rows from before there was one lack it. */
  launch_queued_at: z.string().nullable().optional(),
  /** When ECS was first asked for this generation. */
  launch_called_at: z.string().nullable().optional(),
  /** When the next call of RunTask has its turn, and until when a worker has the lease for it. */
  launch_scheduled_at: z.string().nullable(),
  launch_lease_until: z.string().nullable(),
  /** The last moment at which ECS may have accepted a call whose answer was lost. */
  launch_unclear_until: z.string().nullable(),
  /** How many tries to start this generation have failed. */
  launch_retries: z.int(),
  /** Nothing is tried before this time. */
  retry_at: z.string().nullable(),
  launch: Launch.nullable(),
  /** Of a row of the warm pool, which is no sandbox of an owner. */
  warm: Warm.nullable().default(null),
  /** Of a generation that began with a task of the warm pool. */
  claimed: Claimed.nullable().default(null),
  task_arn: z.string().nullable(),
  /** The version of the newest task change that was applied; older changes are late news. */
  task_version: z.int(),
  /** Until when a worker is taken to be waiting for the agent. */
  boot_lease_until: z.string().nullable(),
  /** Where a stopping sandbox ends. */
  stop_into: z.enum(['PAUSED', 'ERROR']),
  /** Since when the agent of a running sandbox does not answer. */
  unreachable_since: z.string().nullable(),
  ports: z.array(Exposed),
  exposed_urls: z.array(ExposedUrl).nullable(),
  working_dir: z.string(),
  /** Specs give whole minutes; an operator, or a test, may write a fraction. */
  idle_minutes: z.number().positive(),
  lifetime_minutes: z.int(),
  /** Which master key the keys of this sandbox derive from; the first start decides it for good. */
  key_id: z.string().nullable(),
  /** The API key that started or resumed it last: its counts and costs are those of that key's lineages. */
  api_key_id: z.string().nullable(),
  /** These lineages with their limits, which go on to hold when the key has ended; absent where they are not known. */
  lineages: z.array(Lineage).optional(),
  /** The reservation of its last start or resume, in millionths of a US dollar. */
  reserved_micro_usd: z.int(),
  /** How many days a workspace is kept after its pause. */
  retention_days: z.int(),
  workspace_gigabytes: z.int(),
  filesystem_type: z.string(),
  /** Whether its agent seals its files with the key that it was loaded with, which must be the secret key then. */
  seals_with_boot_key: z.boolean(),
  /** The disk of the living or last generation, until it is saved. */
  volume_id: z.string().nullable(),
  /** The latest saved workspace, from which a resume starts; and the one before, kept for an operator. */
  snapshot_id: z.string().nullable(),
  previous_snapshot_id: z.string().nullable(),
  saved_at: z.string().nullable(),
  /** The snapshot under way, and how many failed before it. */
  saving_snapshot_id: z.string().nullable(),
  save_attempts: z.int(),
  /** When the last of them failed: from then on the next one has its time. */
  save_failed_at: z.string().nullable(),
  /** Until when a worker has the lease to ask for a snapshot. */
  save_lease_until: z.string().nullable(),
  /** Volumes and snapshots to be deleted; an entry goes when EC2 has confirmed it. */
  discards: z.array(Discard),
  /** The billed times of this generation's task; the end is an estimate where ECS had forgotten it. */
  task_started_at: z.string().nullable(),
  task_stopped_at: z.string().nullable(),
  task_stop_estimated: z.boolean(),
  workspace_kept: KeptWorkspace.nullable(),
  /** Since when the task of this generation is recorded as gone. */
  task_ended_at: z.string().nullable(),
  /** When StopTask was accepted. */
  stop_sent_at: z.string().nullable(),
  /** Until when a worker is taken to be preparing the agent for its stop. */
  stop_lease_until: z.string().nullable(),
  /** How often in a row the service started it again after it ended uninvited. */
  restarts: z.int(),
  /** Since when this generation is RUNNING. */
  running_since: z.string().nullable(),
  pause_reason: PauseReason.nullable(),
  /** When the saved workspace is deleted unless it is resumed before. */
  expires_at: z.string().nullable(),
  /** How many conversations use it. A sandbox that was created for a conversation is deleted with the last of them. */
  conversation_count: z.int(),
  created_for_conversation: z.boolean(),
  /** The first `CONVERSATIONS_NAMED` conversations that have used it: they share its cost. */
  conversation_ids: z.array(z.string()),
  receipt: Receipt.nullable(),
  /** When the receipt of a deletion goes, in seconds since 1970. */
  purge_at: z.int().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  last_activity_at: z.string(),
  /** When the start of the conversation that it was made for failed last. */
  start_failed_at: z.string().nullable().optional(),
  /** When this generation ends at the latest. */
  deadline_at: z.string(),
  status_reason: StatusReason.nullable(),
  /** When this generation reached each of its steps; absent on rows of earlier releases. Newer ones may name others. */
  step_times: z.record(z.string(), z.string()).optional(),
  /** When a caller asked for the next generation. */
  resume_requested_at: z.string().nullable().optional(),
  transitions: z.array(z.object({ phase: Phase, at: z.string(), generation: z.int(), reason: z.string().nullable() })),
});
export type Sandbox = z.infer<typeof Sandbox>;

/** A write of a sandbox. A new one has no previous row, or the receipt of a deleted one (`creationOf`). */
export interface SandboxWrite {
  readonly previous: Sandbox | null;
  readonly next: Sandbox;
}

/** More conversations than this use one sandbox without being named on its row, which has to stay small. */
export const CONVERSATIONS_NAMED = 100;

/** How many transitions a row remembers. */
const TRANSITIONS_KEPT = 20;

/** The same sandbox one write later. A change of phase is remembered. */
export function changed(sandbox: Sandbox, now: Date, change: Partial<Sandbox>): Sandbox {
  const at = timestamp(now);
  const next = { ...sandbox, ...change, version: sandbox.version + 1, updated_at: at };
  if (next.phase === sandbox.phase) return next;
  const transition = { phase: next.phase, at, generation: next.generation, reason: whyOf(next) };
  return { ...next, phase_since: at, transitions: [...sandbox.transitions, transition].slice(-TRANSITIONS_KEPT) };
}

/** The reason for its phase: what failed, or what paused it. */
function whyOf({ phase, status_reason: reason, pause_reason: pause }: Sandbox): string | null {
  const isPausing = phase === 'PAUSED' || phaseFacts[phase].stage === 'end';
  return reason?.code ?? (isPausing ? pause : null);
}
