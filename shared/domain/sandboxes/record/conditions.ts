import { limits } from './limits.ts';
import { phaseFacts } from './phases.ts';
import type { Sandbox } from './sandbox.ts';

/** What rows of sandboxes say by several fields together. */

/** Whether this very generation should run. */
export function isWanted(sandbox: Pick<Sandbox, 'desired' | 'generation' | 'wanted_generation'>): boolean {
  return sandbox.desired === 'RUNNING' && sandbox.wanted_generation <= sandbox.generation;
}

/** Whether its start waits in the queue until the sweep offers it a turn. */
export function isQueued({ phase, launch_queued_at: queuedAt }: Pick<Sandbox, 'phase' | 'launch_queued_at'>): boolean {
  return phase === 'PENDING' && typeof queuedAt === 'string';
}

/** Whether the owner's limit counts this sandbox. The warm pool has no owner. */
export function isCounted(sandbox: Pick<Sandbox, 'desired' | 'warm'>): boolean {
  return sandbox.desired === 'RUNNING' && sandbox.warm === null;
}

/** Whether it was created for conversations and the last one is deleted: nothing from its agent is kept. */
export function isAbandoned(sandbox: Pick<Sandbox, 'created_for_conversation' | 'conversation_count'>): boolean {
  return sandbox.created_for_conversation && sandbox.conversation_count === 0;
}

/** Whether the agent of this generation can be called: its task still lives, perhaps while the sandbox ends. */
export function hasLivingAgent({ phase, exposed_urls: urls, task_ended_at: endedAt }: Sandbox): boolean {
  return phaseFacts[phase].hasAgent && urls !== null && endedAt === null;
}

/** Whether it stays as it is until the next request. */
export function isResting({ phase }: Pick<Sandbox, 'phase'>): boolean {
  return phaseFacts[phase].stage === 'rest';
}

/** Whether each sweep reconciles it: it does not rest, or it lost its workspace, which may come back. */
export function isWatched(sandbox: Sandbox): boolean {
  if (sandbox.phase === 'DELETED') return false;
  if (sandbox.warm !== null) return true;
  if (hasLostWorkspace(sandbox) && sandbox.snapshot_id !== null) return true;
  return sandbox.desired !== 'PAUSED' || !isResting(sandbox) || sandbox.discards.length > 0;
}

/** Whether only the receipt of its deletion is left. Only the creation of a new sandbox with the same id reads it. */
export function isTombstone(sandbox: Pick<Sandbox, 'phase'>): boolean {
  return sandbox.phase === 'DELETED';
}

/** Whether its saved workspace is gone, so that a resume would find nothing. */
export function hasLostWorkspace({ phase, status_reason: reason }: Pick<Sandbox, 'phase' | 'status_reason'>): boolean {
  return phase === 'ERROR' && reason?.code === 'workspace_lost';
}

/** Whether it has a workspace, on its disk or saved, that was not lost. */
export function hasWorkspace(sandbox: Pick<Sandbox, 'volume_id' | 'snapshot_id' | 'phase' | 'status_reason'>): boolean {
  return (sandbox.volume_id !== null || sandbox.snapshot_id !== null) && !hasLostWorkspace(sandbox);
}

/** From when on a sandbox has to be unused for so many minutes to be paused. */
export interface IdleTime {
  readonly from: string;
  readonly minutes: number;
}

/**
 * A start that failed leaves its sandbox running, so that the next try is quick. If no client uses it again, and the
 * sandbox is there for that conversation alone, the reconciler pauses it sooner than others.
 */
export function idleTimeOf(sandbox: Sandbox): IdleTime {
  const { start_failed_at: failedAt = null, last_activity_at: usedAt, idle_minutes, conversation_count } = sandbox;
  const isLeft = failedAt !== null && usedAt <= failedAt && conversation_count <= 1;
  if (!isLeft) return { from: usedAt, minutes: idle_minutes };
  return { from: failedAt, minutes: Math.min(idle_minutes, limits.failedStart / 60) };
}
