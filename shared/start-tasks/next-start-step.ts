import type { Sandbox } from '../sandboxes/sandbox.ts';
import { isGone, statusDetail, wireStatus } from '../sandboxes/status.ts';
import { isOver, type StartTask } from './start-task.ts';

/** The one next thing to do for a start task. */
export type StartStep =
  | { readonly kind: 'none' }
  | { readonly kind: 'wait-for-sandbox' }
  | { readonly kind: 'start-conversation'; readonly sandbox: Sandbox }
  | { readonly kind: 'fail'; readonly detail: string };

/** Decides what to do next for a start task. Pure. A task always ends: in READY, or in ERROR with a sentence that says why. */
export function nextStartStep(task: StartTask, sandbox: Sandbox | undefined, now: Date): StartStep {
  if (isOver(task)) return { kind: 'none' };
  const at = now.toISOString();
  if (task.deadline_at <= at)
    return { kind: 'fail', detail: 'The conversation did not start in time. Start it again.' };
  if (isGone(sandbox)) return { kind: 'fail', detail: 'The sandbox was deleted before the conversation started.' };
  const isLeased = task.lease_until !== null && task.lease_until > at;
  switch (wireStatus(sandbox)) {
    case 'ERROR':
      return { kind: 'fail', detail: statusDetail(sandbox) ?? 'The sandbox failed to start.' };
    case 'PAUSED':
      return {
        kind: 'fail',
        detail: `The sandbox was paused before the conversation started. ${statusDetail(sandbox) ?? 'Resume it, then start again.'}`,
      };
    case 'STARTING':
      return task.status === 'WORKING' ? { kind: 'wait-for-sandbox' } : { kind: 'none' };
    case 'RUNNING':
      return isLeased ? { kind: 'none' } : { kind: 'start-conversation', sandbox };
  }
}
