import { limits } from './limits.ts';
import type { Sandbox } from './sandbox.ts';

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
