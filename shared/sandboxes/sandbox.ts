import { createHash } from 'node:crypto';
import * as z from 'zod';
import { timestamp } from '../clock.ts';
import { PortName } from '../contract/enums.ts';
import type { SandboxSpec } from '../sandbox-specs/sandbox-spec.ts';

export const Phase = z.enum([
  'PENDING',
  'PROVISIONING',
  'BOOTING',
  'RUNNING',
  'STOPPING',
  'PAUSED',
  'ERROR',
  'DELETING',
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

/** A sandbox that somebody asked for, before anything runs. */
export function newSandbox(ownerId: string, sandboxId: string, spec: SandboxSpec, now: Date): Sandbox {
  const at = timestamp(now);
  return {
    owner_id: ownerId,
    sandbox_id: sandboxId,
    spec_id: spec.id,
    desired: 'RUNNING',
    phase: 'PENDING',
    phase_since: at,
    generation: 1,
    wanted_generation: 1,
    version: 1,
    ports: Object.entries(spec.ports).map(([name, port]) => ({ name: PortName.parse(name), port })),
    working_dir: spec.working_dir,
    idle_minutes: spec.idle_minutes,
    lifetime_minutes: spec.lifetime_minutes,
    key_id: null,
    created_at: at,
    updated_at: at,
    ...beforeStart(spec, now),
    transitions: [{ phase: 'PENDING', at, generation: 1, reason: null }],
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

/** A new start: nothing of the generation before may be taken for this one. */
export function nextGeneration(sandbox: Sandbox, now: Date): Sandbox {
  return changed(sandbox, now, {
    phase: 'PENDING',
    generation: sandbox.generation + 1,
    ...beforeStart(sandbox, now),
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
    unreachable_since: null,
    exposed_urls: null,
    status_reason: null,
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

/** Whether the sweep has to look at it: everything but what rests. A running sandbox never rests, as its task may vanish unseen. */
export function isWatched(sandbox: Sandbox): boolean {
  return sandbox.desired !== 'PAUSED' || (sandbox.phase !== 'PAUSED' && sandbox.phase !== 'ERROR');
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
  const mark = createHash('sha256').update(identity(sandbox)).digest('hex').slice(0, 16);
  return `${sandbox.sandbox_id}-${sandbox.generation}-${sandbox.attempt}-${mark}`;
}

/** Owner names may hold characters that `startedBy` may not: those become an underscore and two hex digits. */
function encodeOwner(ownerId: string): string {
  return ownerId.replace(/[^A-Za-z0-9-]/g, (character) => `_${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function decodeOwner(encoded: string): string {
  return encoded.replace(/_([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
