import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { PortName, SandboxState } from '../contract/enums.ts';
import { TaskSize } from '../sandbox-specs/task-size.ts';

/** Its phases are what clients read as its state. */
export const Phase = SandboxState;
export type Phase = z.infer<typeof Phase>;

/** Why a sandbox is where it is, for people. `remedy` says what they can do; `retryable` whether resuming may help. */
export const StatusReason = z.object({
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
  retryable: z.boolean(),
});
export type StatusReason = z.infer<typeof StatusReason>;

/** The disk of a task, as RunTask is asked for it. The file system of a disk from a snapshot must be the one that was saved. */
export const LaunchVolume = z.object({
  name: z.string(),
  role_arn: z.string(),
  size_gib: z.int(),
  snapshot_id: z.string().nullable(),
  filesystem_type: z.string(),
  tags: z.array(z.object({ key: z.string(), value: z.string() })),
});
export type LaunchVolume = z.infer<typeof LaunchVolume>;

/** Who or what paused a sandbox: a request, nobody using it, the longest time it may run, another sandbox that needed its room, or a budget that is used up. */
export const PauseReason = z.enum(['api', 'idle', 'timeout', 'limit', 'budget']);
export type PauseReason = z.infer<typeof PauseReason>;

/** What is stored of a sandbox outside its row and is not needed any more. */
const Discard = z.object({ kind: z.enum(['volume', 'snapshot']), id: z.string() });
export type Discard = z.infer<typeof Discard>;

/** What became of each thing that a deleted sandbox had. */
const Receipt = z.object({
  requested_at: z.string(),
  /** Whether all that is to be deleted is on the list. */
  collected: z.boolean(),
  completed_at: z.string().nullable(),
  items: z.array(
    z.object({
      store: z.enum(['task', 'volume', 'snapshot', 'row']),
      id: z.string(),
      result: z.enum(['pending', 'deleted']),
    }),
  ),
});
export type Receipt = z.infer<typeof Receipt>;

/** A workspace that is kept while nothing runs: since when, and after which generation, for which API key that one was started. */
const KeptWorkspace = z.object({ since: z.string(), generation: z.int(), api_key_id: z.string().nullable() });

/**
 * The parameters of RunTask, kept before the call: a repeated call with the same client token must be the same to the byte, even when a deployment changed the
 * settings in between.
 */
export const Launch = z.object({
  task_definition: z.string(),
  container: z.string(),
  subnets: z.array(z.string()),
  security_groups: z.array(z.string()),
  requested_at: z.string(),
  /** The disk that the task gets: a new one, or one made from a snapshot. Null where a task definition has none. */
  volume: LaunchVolume.nullable().default(null),
  /** What the task is paid for by, as its spec said when it was started. Null for starts from before this was kept. */
  size: TaskSize.nullable().default(null),
  /** The API key for which it is started. */
  api_key_id: z.string().nullable().default(null),
});
export type Launch = z.infer<typeof Launch>;

const Exposed = z.object({ name: PortName, port: z.int() });
const ExposedUrl = z.object({ name: PortName, port: z.int(), url: z.string() });
export type ExposedUrl = z.infer<typeof ExposedUrl>;

/** A row of the sandboxes table. Loose, so that a row written by a newer version survives being written by an older one during a deployment. */
export const Sandbox = z.looseObject({
  owner_id: z.string(),
  sandbox_id: z.string(),
  spec_id: z.string(),
  /** What should be: endpoints write it, and the reconciler makes it so. */
  desired: z.enum(['RUNNING', 'PAUSED', 'DELETED']),
  /** What was observed. */
  phase: Phase,
  phase_since: z.string(),
  /** Rises with each start and resume; what belongs to an older one changes nothing. */
  generation: z.int(),
  /** The oldest generation that may run: a resume always ends in a new one, even when it overtakes the pause before it. */
  wanted_generation: z.int(),
  /** Rises with each write: the optimistic lock. */
  version: z.int(),
  /** Rises when ECS refused a start for good, as a client token repeats its first answer. */
  attempt: z.int(),
  /** When the next call of RunTask has its turn, and until when somebody is taken to be calling. */
  turn_at: z.string().nullable().default(null),
  launch_lease_until: z.string().nullable().default(null),
  /** The last moment at which ECS may have accepted a call whose answer nobody heard. */
  launch_unclear_until: z.string().nullable().default(null),
  /** How often the start of this generation was tried in vain. */
  launch_retries: z.int().default(0),
  /** Nothing is tried before this time. */
  retry_at: z.string().nullable(),
  launch: Launch.nullable(),
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
  /** The API key that started or resumed it last: it counts and is paid for by that one. Null for rows from before this was kept. */
  api_key_id: z.string().nullable().default(null),
  /** What its last start or resume set aside of the month's budgets, in millionths of a US dollar (`shared/budgets/quantum.ts`). */
  reserved_micro_usd: z.int().default(0),
  /** How many days a workspace is kept after its pause. */
  retention_days: z.int().default(30),
  workspace_gigabytes: z.int().default(21),
  filesystem_type: z.string().default('ext4'),
  /** Whether its agent seals its files with the key that it was loaded with, which then has to be the secret key. */
  seals_with_boot_key: z.boolean().default(false),
  /** The disk of the living or last generation, until it is saved. */
  volume_id: z.string().nullable().default(null),
  /** The workspace as it was saved last: what a resume starts from; and the one before, kept for an operator. */
  snapshot_id: z.string().nullable().default(null),
  previous_snapshot_id: z.string().nullable().default(null),
  saved_at: z.string().nullable().default(null),
  /** The snapshot under way, and how many failed before it. */
  saving_snapshot_id: z.string().nullable().default(null),
  save_attempts: z.int().default(0),
  /** Until when somebody is taken to be asking for a snapshot. */
  save_lease_until: z.string().nullable().default(null),
  /** Volumes and snapshots to be deleted; an entry goes when EC2 has confirmed it. */
  discards: z.array(Discard).default([]),
  /** Between which times the task of this generation is paid for, as ECS tells them. The end is an estimate where ECS had forgotten the task before anybody asked. */
  task_started_at: z.string().nullable().default(null),
  task_stopped_at: z.string().nullable().default(null),
  task_stop_estimated: z.boolean().default(false),
  workspace_kept: KeptWorkspace.nullable().default(null),
  /** Since when the task of this generation is known to be gone. */
  task_ended_at: z.string().nullable().default(null),
  /** Since when StopTask is known to have been accepted. */
  stop_sent_at: z.string().nullable().default(null),
  /** Until when a worker is taken to be preparing the agent for its stop. */
  stop_lease_until: z.string().nullable().default(null),
  /** How often in a row the service started it again after it ended uninvited. */
  restarts: z.int().default(0),
  /** Since when this generation is RUNNING. */
  running_since: z.string().nullable().default(null),
  pause_reason: PauseReason.nullable().default(null),
  /** When the saved workspace is deleted unless it is resumed before. */
  expires_at: z.string().nullable().default(null),
  /** How many conversations use it. One that was created for a conversation is deleted with the last of them. */
  conversation_count: z.int().default(0),
  created_for_conversation: z.boolean().default(false),
  /** Which conversations have used it so far, the first `CONVERSATIONS_NAMED` of them: they share what it costs. */
  conversation_ids: z.array(z.string()).default([]),
  receipt: Receipt.nullable().default(null),
  /** When the receipt of a deletion goes, in seconds since 1970. */
  purge_at: z.int().nullable().default(null),
  created_at: z.string(),
  updated_at: z.string(),
  last_activity_at: z.string(),
  /** When this generation ends at the latest. */
  deadline_at: z.string(),
  status_reason: StatusReason.nullable(),
  transitions: z.array(z.object({ phase: Phase, at: z.string(), generation: z.int(), reason: z.string().nullable() })),
});
export type Sandbox = z.infer<typeof Sandbox>;

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

/** Why it is in its phase: what went wrong, or what paused it. */
function whyOf({ phase, status_reason: reason, pause_reason: pause }: Sandbox): string | null {
  const isPausing = phase === 'STOPPING' || phase === 'SAVING' || phase === 'PAUSED';
  return reason?.code ?? (isPausing ? pause : null);
}

/** Whether this very generation should run. */
export function isWanted(sandbox: Pick<Sandbox, 'desired' | 'generation' | 'wanted_generation'>): boolean {
  return sandbox.desired === 'RUNNING' && sandbox.wanted_generation <= sandbox.generation;
}

/** Whether the owner's limit counts this sandbox. */
export function isCounted(sandbox: Sandbox): boolean {
  return sandbox.desired === 'RUNNING';
}

/** Whether it stays as it is until somebody wants something else of it. */
export function isResting({ phase }: Pick<Sandbox, 'phase'>): boolean {
  return phase === 'PAUSED' || phase === 'ERROR' || phase === 'EXPIRED' || phase === 'DELETED';
}

/**
 * Whether the sweep has to look at it every time: all but what rests. A running sandbox never rests, as its task may vanish unseen; and a workspace that is gone may
 * come back, of which nobody tells.
 */
export function isWatched(sandbox: Sandbox): boolean {
  if (sandbox.phase === 'DELETED') return false;
  if (hasLostWorkspace(sandbox) && sandbox.snapshot_id !== null) return true;
  return sandbox.desired !== 'PAUSED' || !isResting(sandbox) || sandbox.discards.length > 0;
}

/** What is left of a deleted sandbox: the receipt of its deletion. For every reader but the creator of a new one it is not there. */
export function isTombstone(sandbox: Pick<Sandbox, 'phase'>): boolean {
  return sandbox.phase === 'DELETED';
}

/** Whether what was saved of it is gone, so that a resume would find nothing. */
export function hasLostWorkspace({ phase, status_reason: reason }: Pick<Sandbox, 'phase' | 'status_reason'>): boolean {
  return phase === 'ERROR' && reason?.code === 'workspace_lost';
}
