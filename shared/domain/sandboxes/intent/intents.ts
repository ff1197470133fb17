import type { Capacity, PauseReason } from '../../../contract/shapes/enums.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError, NotFoundError, retryLostRaces } from '../../../platform/errors.ts';
import { workspaceExpired } from '../../../presentation/sandbox-reasons.ts';
import { hasLostWorkspace, isTombstone } from '../record/conditions.ts';
import { newReceipt } from '../record/receipt.ts';
import { resized } from '../record/resize.ts';
import { changed, type Sandbox, type StatusReason } from '../record/sandbox.ts';
import { isGone } from '../record/status.ts';
import { reached } from '../record/step-times.ts';
import type { SandboxChange, SandboxStore } from '../store/sandbox-store.ts';

/** Callers' changes of the desired state. Each returns the row to write, or undefined when there is nothing to do. */

interface PauseCause {
  readonly pauseReason: PauseReason;
  readonly reason: StatusReason | null;
}

/** A caller's request. */
const requested: PauseCause = { pauseReason: 'api', reason: null };

/** @param cause the id of the API key that requests the pause, or another cause */
export function pauseRequested(
  sandbox: Sandbox,
  now: Date,
  cause: string | PauseCause = requested,
): Sandbox | undefined {
  if (sandbox.desired !== 'RUNNING') return undefined;
  const why = typeof cause === 'string' ? requested : cause;
  return changed(sandbox, now, {
    desired: 'PAUSED',
    pause_reason: why.pauseReason,
    paused_by: typeof cause === 'string' ? cause : null,
    status_reason: lasting(sandbox, why.reason),
    ...reached(sandbox, { STOP_REQUESTED: timestamp(now) }),
  });
}

/** How soon after a pause its page may undo it, in milliseconds: 0.3 s of the page, a cold start, a slow network. */
const UNDONE_WITHIN = 5_000;

/**
 * Ignores a resume that is an effect of the page that has just paused the sandbox. Agent Canvas shows a conversation
 * for a moment after the pause, and resumes each paused sandbox that it shows. A second resume is its user's.
 *
 * @returns undefined for any other resume
 */
export function resumeIgnored(sandbox: Sandbox, keyId: string, now: Date): Sandbox | undefined {
  const { desired, paused_by: by, step_times: times } = sandbox;
  const since = now.getTime() - Date.parse(times?.STOP_REQUESTED ?? '');
  if (desired !== 'PAUSED' || by !== keyId || !(since < UNDONE_WITHIN)) return undefined;
  return changed(sandbox, now, { paused_by: null });
}

/**
 * Also resumes from ERROR, where the reconciler waits for a new request. A resume while stopping is accepted and waits.
 * It does not rescue the generation that is being paused: a worker may already be stopping it, and clients rely on its
 * session key being invalid. For a sandbox that runs or starts, it counts as activity.
 *
 * @param capacity of the next task; by default that of the last request
 */
export function resumeRequested(
  sandbox: Sandbox,
  now: Date,
  capacity: Capacity = sandbox.capacity,
): Sandbox | undefined {
  if (sandbox.desired === 'DELETED') return undefined;
  const last_activity_at = timestamp(now);
  const used = { last_activity_at, last_used_at: last_activity_at };
  if (sandbox.desired === 'RUNNING') return changed(sandbox, now, used);
  const { phase, launch, generation } = sandbox;
  const nothingStarted = phase === 'PENDING' && launch === null;
  const wanted = nothingStarted ? generation : generation + 1;
  return changed(sandbox, now, {
    desired: 'RUNNING',
    wanted_generation: wanted,
    ...used,
    resume_requested_at: nothingStarted ? null : last_activity_at,
    restarts: 0,
    ...{ capacity, spot_failures: 0 },
    ...resized(sandbox),
    // If the start before the pause had not begun, it continues, and its steps begin with this request.
    ...(nothingStarted ? { step_times: { ACCEPTED: last_activity_at }, ...keysOfFirstTask(sandbox) } : {}),
    // The caller has seen the reason for the failure.
    stop_into: 'PAUSED',
    pause_reason: null,
    status_reason: phase === 'ERROR' ? sandbox.status_reason : null,
  });
}

/**
 * Replaces the session key. The old one opens nothing from this write on. An agent takes its keys only once, so a
 * sandbox that runs or starts gets the new key by starting again from its workspace, as after a pause.
 */
export function rotationRequested(sandbox: Sandbox, now: Date): Sandbox {
  const rotated = { session_rotated_at: timestamp(now), session_key_hash: null, edge_key_hash: null };
  const revoked = { ...rotated, session_rotates: true };
  if (sandbox.desired !== 'RUNNING' || sandbox.session_rotates) return changed(sandbox, now, revoked);
  const paused = pauseRequested(sandbox, now) ?? sandbox;
  // Only a resume may change the size, as it checks the limits.
  const resumed = resumeRequested({ ...paused, resize: null }, now) ?? paused;
  const { version } = changed(sandbox, now, {});
  const { resize } = sandbox;
  const isFresh = resumed.wanted_generation === sandbox.generation;
  return { ...resumed, resize, version, ...(isFresh ? { ...rotated, ...freshKey(sandbox) } : revoked) };
}

/** A rotation during the pause waits for the next generation. If this one has not begun, it gets the new key. */
function keysOfFirstTask(sandbox: Sandbox): Partial<Sandbox> {
  return sandbox.session_rotates ? { ...freshKey(sandbox), session_rotates: false } : {};
}

/** Nothing has this sandbox's session key yet. */
function freshKey({ session_revision: revision }: Sandbox): Partial<Sandbox> {
  return { session_revision: revision + 1 };
}

/** A sandbox in ERROR, or stopping because of one, keeps its reason. */
function lasting(sandbox: Sandbox, reason: StatusReason | null): StatusReason | null {
  const fails = sandbox.phase === 'ERROR' || sandbox.stop_into === 'ERROR';
  return fails ? sandbox.status_reason : reason;
}

export function deleteRequested(sandbox: Sandbox, now: Date): Sandbox {
  return changed(sandbox, now, {
    desired: 'DELETED',
    receipt: sandbox.receipt ?? newReceipt(now),
    ...reached(sandbox, { STOP_REQUESTED: timestamp(now) }),
  });
}

/** Whether there is no workspace left to resume. */
export function isBeyondResume(sandbox: Sandbox): boolean {
  return sandbox.phase === 'EXPIRED' || hasLostWorkspace(sandbox);
}

/** Changes the desired state. Decides again on a new read when another writer was first. @throws NotFoundError */
export function changeIntent(
  ownerId: string,
  sandboxId: string,
  sandboxes: Pick<SandboxStore, 'find'>,
  change: (sandbox: Sandbox) => Promise<void>,
): Promise<void> {
  return retryLostRaces(async () => {
    const sandbox = await sandboxes.find(ownerId, sandboxId);
    if (isGone(sandbox)) throw new NotFoundError('Sandbox', sandboxId);
    await change(sandbox);
  });
}

/** @throws AppError `gone` when the workspace is gone: a sandbox never silently starts on an empty disk */
export function requireWorkspace(sandbox: Sandbox): void {
  if (!isBeyondResume(sandbox)) return;
  const { message, remedy } = sandbox.status_reason ?? workspaceExpired(sandbox.retention_days);
  throw new AppError('gone', `Sandbox ${sandbox.sandbox_id} cannot start again. ${message} ${remedy}`);
}

/**
 * The change that creates a sandbox under an id. If a sandbox with that id was deleted, the new one replaces its
 * receipt and continues its generations and versions, so that neither late events nor writers with an old row can
 * affect it.
 *
 * @param before the result of `find` for the id
 * @returns undefined when the id is taken, even by a sandbox that is being deleted
 */
export function creationOf(fresh: Sandbox, before: Sandbox | undefined): SandboxChange | undefined {
  if (!before) return { previous: null, next: fresh };
  if (!isTombstone(before)) return undefined;
  const generation = before.generation + 1;
  const transitions = fresh.transitions.map((transition) => ({ ...transition, generation }));
  const version = before.version + 1;
  return { previous: before, next: { ...fresh, generation, wanted_generation: generation, version, transitions } };
}

/** Detaches a conversation from its sandbox, which stays even without conversations. */
export function detachConversation(sandbox: Sandbox, now: Date): SandboxChange {
  return { previous: sandbox, next: changed(sandbox, now, { conversation_count: fewer(sandbox) }) };
}

/** Detaches a deleted conversation. A sandbox created for conversations is deleted with its last one. */
export function detachAndDelete(sandbox: Sandbox, now: Date): SandboxChange {
  const count = fewer(sandbox);
  if (count > 0 || !sandbox.created_for_conversation) return detachConversation(sandbox, now);
  return { previous: sandbox, next: { ...deleteRequested(sandbox, now), conversation_count: 0 } };
}

/** The remaining count, never below zero. */
function fewer(sandbox: Sandbox): number {
  return Math.max(0, sandbox.conversation_count - 1);
}
