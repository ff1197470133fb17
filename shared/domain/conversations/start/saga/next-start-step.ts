import { isHeld } from '../../../../platform/lease.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import { apiStatus, isGone, statusDetail } from '../../../sandboxes/record/status.ts';
import { isOver, type StartTask } from '../task/start-task.ts';
import type { StartEnd } from './start-outcome.ts';
import { type Step, stepOf } from './steps.ts';

/** The one next thing to do for a start task. */
export type StartStep =
  | { readonly kind: 'none' }
  | { readonly kind: 'wait-for-sandbox' }
  /** Takes this step, and the later ones. */
  | { readonly kind: 'perform'; readonly step: Step; readonly sandbox: Sandbox }
  | { readonly kind: 'fail'; readonly end: StartEnd; readonly detail: string };

/** A worker's next step. Pure. A task always ends; a worker that was started again continues under its lease. */
export function nextStartStep(task: StartTask, sandbox: Sandbox | undefined, now: Date, worker: string): StartStep {
  if (isOver(task)) return { kind: 'none' };
  const at = now.toISOString();
  if (task.deadline_at <= at)
    return { kind: 'fail', end: 'too_late', detail: 'The conversation did not start in time. Start it again.' };
  if (isGone(sandbox)) {
    return { kind: 'fail', end: 'sandbox_gone', detail: 'The sandbox was deleted before the conversation started.' };
  }
  const isAnothers = isHeld(task.lease_until, now) && task.lease_holder !== worker;
  switch (apiStatus(sandbox)) {
    case 'ERROR':
      return { kind: 'fail', end: 'sandbox_failed', detail: statusDetail(sandbox) ?? 'The sandbox failed to start.' };
    case 'PAUSED':
      return {
        kind: 'fail',
        end: 'sandbox_paused',
        detail: `The sandbox was paused before the conversation started. ${statusDetail(sandbox) ?? 'Resume it, then start again.'}`,
      };
    case 'MISSING':
      return {
        kind: 'fail',
        end: 'sandbox_gone',
        detail: statusDetail(sandbox) ?? 'The sandbox has expired, and its workspace with it.',
      };
    case 'STARTING':
      // A sandbox that ended in the middle of it starts again by itself.
      return isAnothers || task.status === 'WAITING_FOR_SANDBOX' ? { kind: 'none' } : { kind: 'wait-for-sandbox' };
    case 'RUNNING':
      return isAnothers ? { kind: 'none' } : { kind: 'perform', step: stepOf(task, sandbox.generation), sandbox };
  }
}
