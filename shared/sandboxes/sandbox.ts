import { createHash } from 'node:crypto';
import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { PortName } from '../contract/enums.ts';
import type { SandboxSpec } from '../sandbox-specs/sandbox-spec.ts';
import type { DiskOwner } from './disks.ts';

export const Phase = z.enum([
  'PENDING',
  'PROVISIONING',
  'BOOTING',
  'RUNNING',
  'STOPPING',
  'SAVING',
  'PAUSED',
  'ERROR',
  'EXPIRED',
  'DELETING',
  'DELETED',
]);
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

/** Who or what paused a sandbox: a request, nobody using it, the longest time it may run, or another sandbox that needed its room. */
export const PauseReason = z.enum(['api', 'idle', 'timeout', 'limit']);
export type PauseReason = z.infer<typeof PauseReason>;

/** What is stored of a sandbox outside its row and is not needed any more. */
const Discard = z.object({ kind: z.enum(['volume', 'snapshot']), id: z.string() });
export type Discard = z.infer<typeof Discard>;

/** What became of each thing that a deleted sandbox had. */
const Receipt = z.object({
  requested_at: z.string(),
  completed_at: z.string().nullable(),
  items: z.array(
    z.object({
      store: z.enum(['task', 'volume', 'snapshot', 'row']),
      id: z.string(),
      result: z.enum(['pending', 'deleted', 'absent']),
    }),
  ),
});
export type Receipt = z.infer<typeof Receipt>;

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
  /** No start is tried before this time. */
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
  idle_minutes: z.int(),
  lifetime_minutes: z.int(),
  /** Which master key the keys of this sandbox derive from; the first start decides it for good. */
  key_id: z.string().nullable(),
  /** How many days a workspace is kept after its pause. */
  retention_days: z.int().default(30),
  workspace_gigabytes: z.int().default(21),
  filesystem_type: z.string().default('ext4'),
  /** The disk of the living or last generation, until it is saved. */
  volume_id: z.string().nullable().default(null),
  /** The workspace as it was saved last: what a resume starts from; and the one before, kept for an operator. */
  snapshot_id: z.string().nullable().default(null),
  previous_snapshot_id: z.string().nullable().default(null),
  saved_at: z.string().nullable().default(null),
  /** The snapshot under way, and how many failed before it. */
  saving_snapshot_id: z.string().nullable().default(null),
  save_attempts: z.int().default(0),
  /** Volumes and snapshots to be deleted; an entry goes when EC2 has confirmed it. */
  discards: z.array(Discard).default([]),
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

/** How many transitions a row remembers. */
const TRANSITIONS_KEPT = 20;

const MINUTE = 60_000;

/**
 * A sandbox that somebody asked for, before anything runs.
 *
 * @param generation above 1 where the id had a sandbox before: late news of that one then belongs to an older generation.
 */
export function newSandbox(ownerId: string, sandboxId: string, spec: SandboxSpec, now: Date, generation = 1): Sandbox {
  const at = timestamp(now);
  return {
    owner_id: ownerId,
    sandbox_id: sandboxId,
    spec_id: spec.id,
    desired: 'RUNNING',
    phase: 'PENDING',
    phase_since: at,
    generation,
    wanted_generation: generation,
    version: 1,
    ports: Object.entries(spec.ports).map(([name, port]) => ({ name: PortName.parse(name), port })),
    working_dir: spec.working_dir,
    idle_minutes: spec.idle_minutes,
    lifetime_minutes: spec.lifetime_minutes,
    retention_days: spec.retention_days,
    workspace_gigabytes: spec.workspace_gigabytes,
    filesystem_type: spec.filesystem_type,
    key_id: null,
    snapshot_id: null,
    previous_snapshot_id: null,
    saved_at: null,
    discards: [],
    restarts: 0,
    conversation_count: 0,
    created_for_conversation: false,
    receipt: null,
    purge_at: null,
    created_at: at,
    updated_at: at,
    ...beforeStart(spec, now),
    transitions: [{ phase: 'PENDING', at, generation, reason: null }],
  };
}

/** The same sandbox one write later. A change of phase is remembered. */
export function changed(sandbox: Sandbox, now: Date, change: Partial<Sandbox>): Sandbox {
  const at = timestamp(now);
  const next = { ...sandbox, ...change, version: sandbox.version + 1, updated_at: at };
  if (next.phase === sandbox.phase) return next;
  const transition = { phase: next.phase, at, generation: next.generation, reason: next.status_reason?.code ?? null };
  return { ...next, phase_since: at, transitions: [...sandbox.transitions, transition].slice(-TRANSITIONS_KEPT) };
}

/** A new start from the saved workspace: nothing of the generation before may be taken for this one. Why it is needed stays on record until it runs. */
export function nextGeneration(sandbox: Sandbox, now: Date, notBefore: Date | null): Sandbox {
  return changed(sandbox, now, {
    phase: 'PENDING',
    generation: sandbox.generation + 1,
    ...beforeStart(sandbox, now),
    retry_at: notBefore && timestamp(notBefore),
    status_reason: sandbox.restarts > 0 ? sandbox.status_reason : null,
  });
}

/** What holds at the beginning of every generation: nothing runs, nothing is known, and its life is still ahead. */
function beforeStart({ lifetime_minutes: minutes }: Pick<Sandbox, 'lifetime_minutes'>, now: Date) {
  return {
    attempt: 1,
    retry_at: null,
    launch: null,
    task_arn: null,
    task_version: 0,
    boot_lease_until: null,
    stop_into: 'PAUSED',
    stop_sent_at: null,
    stop_lease_until: null,
    task_ended_at: null,
    unreachable_since: null,
    running_since: null,
    exposed_urls: null,
    volume_id: null,
    saving_snapshot_id: null,
    save_attempts: 0,
    status_reason: null,
    pause_reason: null,
    expires_at: null,
    last_activity_at: timestamp(now),
    deadline_at: timestamp(new Date(now.getTime() + minutes * MINUTE)),
  } as const;
}

/** Whether this very generation should run. */
export function isWanted(sandbox: Sandbox): boolean {
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

/** Whether the sweep has to look at it every time: all but what rests. A running sandbox never rests, as its task may vanish unseen. */
export function isWatched(sandbox: Sandbox): boolean {
  if (sandbox.phase === 'DELETED') return false;
  return sandbox.desired !== 'PAUSED' || !isResting(sandbox) || sandbox.discards.length > 0;
}

/** What is left of a deleted sandbox: the receipt of its deletion. For every reader but the creator of a new one it is not there. */
export function isTombstone(sandbox: Pick<Sandbox, 'phase'>): boolean {
  return sandbox.phase === 'DELETED';
}

/** Whose task it is, readable in ECS for as long as the task is known there (task tags vanish at StopTask). */
export function startedBy(sandbox: Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'generation'>): string {
  return `${encodeOwner(sandbox.owner_id)}/${sandbox.sandbox_id}/${sandbox.generation}`;
}

/** @returns undefined when the task is not one of ours. */
export function parseStartedBy(
  text: string | undefined,
): { ownerId: string; sandboxId: string; generation: number } | undefined {
  const [owner, sandboxId, generation, ...rest] = text?.split('/') ?? [];
  if (!owner || !sandboxId || !generation || rest.length > 0 || !/^[1-9]\d*$/.test(generation)) return undefined;
  return { ownerId: decodeOwner(owner), sandboxId, generation: Number(generation) };
}

/** What no two sandboxes share, whatever ids their owners chose, and however often one id is used again. */
export function identity(sandbox: Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'created_at'>): string {
  return `${sandbox.owner_id}/${sandbox.sandbox_id}/${sandbox.created_at}`;
}

/**
 * Names one try to start a task. Tokens are shared by all of a cluster, and ids can be chosen: without the mark, the token of one owner's sandbox could be that of
 * another's, and ECS would answer with the other's task. At most 64 characters.
 */
export function clientToken(sandbox: Sandbox): string {
  return `${sandbox.sandbox_id}-${sandbox.generation}-${sandbox.attempt}-${markOf(sandbox)}`;
}

/** Short for the identity, where there is no room for it or it must not be told. */
export function markOf(sandbox: Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'created_at'>): string {
  return createHash('sha256').update(identity(sandbox)).digest('hex').slice(0, 16);
}

/** Whose the disks of this generation are. */
export function diskOwner(sandbox: Pick<Sandbox, 'owner_id' | 'sandbox_id' | 'generation' | 'created_at'>): DiskOwner {
  return { startedBy: startedBy(sandbox), mark: markOf(sandbox) };
}

/** Owner names may hold characters that `startedBy` may not: those become an underscore and two hex digits. */
function encodeOwner(ownerId: string): string {
  return ownerId.replace(/[^A-Za-z0-9-]/g, (character) => `_${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function decodeOwner(encoded: string): string {
  return encoded.replace(/_([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
