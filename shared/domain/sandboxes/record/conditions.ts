import { startSnapshotOf } from './base-snapshot.ts';
import { limits } from './limits.ts';
import { phaseFacts } from './phases.ts';
import type { Sandbox } from './sandbox.ts';

/** Facts derived from several fields of a sandbox row. */

/** Whether this generation should run. */
export function isWanted(sandbox: Pick<Sandbox, 'desired' | 'generation' | 'wanted_generation'>): boolean {
  return sandbox.desired === 'RUNNING' && sandbox.wanted_generation <= sandbox.generation;
}

/** Whether its next start waits until the snapshot that it begins from has been created. */
export function isWaitingForBase({
  snapshot_id: own,
  base_snapshot: base,
}: Pick<Sandbox, 'snapshot_id' | 'base_snapshot'>): boolean {
  return own === null && base !== null && base.ebs_snapshot_id === null;
}

/** Whether its start waits in the queue for a turn. */
export function isQueued({ phase, launch_queued_at: queuedAt }: Pick<Sandbox, 'phase' | 'launch_queued_at'>): boolean {
  return phase === 'PENDING' && typeof queuedAt === 'string';
}

/** Whether it counts towards the owner's limit. The warm pool has no owner. */
export function isCounted(sandbox: Pick<Sandbox, 'desired' | 'warm'>): boolean {
  return sandbox.desired === 'RUNNING' && sandbox.warm === null;
}

/** Whether it was created for conversations and the last one is deleted, so that nothing from its agent is kept. */
export function isAbandoned(sandbox: Pick<Sandbox, 'created_for_conversation' | 'conversation_count'>): boolean {
  return sandbox.created_for_conversation && sandbox.conversation_count === 0;
}

/** Whether the agent can be called: its task still runs, even if the sandbox is ending. */
export function hasLivingAgent({ phase, agent_url, exposed_urls, task_ended_at: endedAt }: Sandbox): boolean {
  return phaseFacts[phase].hasAgent && (agent_url ?? exposed_urls) !== null && endedAt === null;
}

/** Whether it stays as it is until the next request. */
export function isResting({ phase }: Pick<Sandbox, 'phase'>): boolean {
  return phaseFacts[phase].stage === 'rest';
}

/** Whether each sweep reconciles it: it is not at rest, or its lost workspace may return. */
export function isWatched(sandbox: Sandbox): boolean {
  if (sandbox.phase === 'DELETED') return false;
  if (sandbox.warm !== null) return true;
  if (hasLostWorkspace(sandbox) && startSnapshotOf(sandbox) !== null) return true;
  return sandbox.desired !== 'PAUSED' || !isResting(sandbox) || sandbox.discards.length > 0;
}

/** Whether only the receipt of its deletion is left. It is read only when a new sandbox with the same id is created. */
export function isTombstone(sandbox: Pick<Sandbox, 'phase'>): boolean {
  return sandbox.phase === 'DELETED';
}

const losses = ['workspace_lost', 'snapshot_unavailable'];

/** Whether its saved workspace is gone, so that it cannot be resumed. */
export function hasLostWorkspace({ phase, status_reason: reason }: Pick<Sandbox, 'phase' | 'status_reason'>): boolean {
  return phase === 'ERROR' && reason !== null && losses.includes(reason.code);
}

/** Whether it has a workspace, on its disk, saved or in the snapshot that it begins from, that is not lost. */
export function hasWorkspace(
  sandbox: Pick<Sandbox, 'volume_id' | 'snapshot_id' | 'base_snapshot' | 'phase' | 'status_reason'>,
): boolean {
  const { volume_id: volume, snapshot_id: saved, base_snapshot: base } = sandbox;
  return (volume !== null || saved !== null || base !== null) && !hasLostWorkspace(sandbox);
}

/** How long a sandbox must be unused before it is paused, and from when that counts. */
export interface IdleTime {
  readonly from: string;
  readonly minutes: number;
}

/**
 * When requests at its addresses stop counting as use, so that a forgotten tab does not keep it running. Runs of its
 * agent always count.
 */
export function trafficCountsUntil({ last_used_at: usedAt, running_since: since, created_at }: Sandbox): Date {
  return new Date(Date.parse(usedAt ?? since ?? created_at) + limits.traffic * 1000);
}

/** Until when a sandbox cannot be idle because a request at its address resumed it; undefined for other resumes. */
export function heldUntil({ woken_at: wokenAt, step_times: times, running_since: since }: Sandbox): Date | undefined {
  if (wokenAt === null || since === null || wokenAt !== times?.ACCEPTED) return undefined;
  return new Date(Date.parse(since) + limits.woken * 1000);
}

/** Whether a use now must be recorded. A write for each would cost more than it tells. */
export function isUseUnrecorded({ last_used_at: at, desired }: Sandbox, now: Date): boolean {
  return desired === 'RUNNING' && now.getTime() - Date.parse(at ?? '1970-01-01') > limits.useLag * 1000;
}

/** The last use, which is in the future while a command with a stated time limit runs. */
function usedUntil({ last_activity_at: at, busy_until: until }: Sandbox): string {
  return until && until > at ? until : at;
}

/**
 * A failed start leaves its sandbox running, so that the next try is quick. If no client uses it again and it exists
 * only for that conversation, the reconciler pauses it sooner than others.
 */
export function idleTimeOf(sandbox: Sandbox): IdleTime {
  const { start_failed_at: failedAt = null, idle_minutes, conversation_count } = sandbox;
  const usedAt = usedUntil(sandbox);
  const isUnused = failedAt !== null && usedAt <= failedAt && conversation_count <= 1;
  if (!isUnused) return { from: usedAt, minutes: idle_minutes };
  return { from: failedAt, minutes: Math.min(idle_minutes, limits.failedStart / 60) };
}
