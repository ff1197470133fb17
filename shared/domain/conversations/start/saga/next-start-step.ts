import { isHeld } from '../../../../platform/lease.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import { apiStatus, isGone, statusDetail } from '../../../sandboxes/record/status.ts';
import { isOver, type StartTask } from '../task/start-task.ts';
import type { StartEnd } from './start-outcome.ts';

/** The steps of a start once its sandbox is running, in order, with their time limits. */
export const steps = [
  { status: 'PREPARING_REPOSITORY', limitSeconds: 120 },
  { status: 'RUNNING_SETUP_SCRIPT', limitSeconds: 600 },
  { status: 'SETTING_UP_GIT_HOOKS', limitSeconds: 30 },
  { status: 'SETTING_UP_SKILLS', limitSeconds: 30 },
  { status: 'STARTING_CONVERSATION', limitSeconds: 160 },
] as const;

export type Step = (typeof steps)[number];
export type StepStatus = Step['status'];

/** @returns undefined after the last step. */
export function stepAfter(step: Step): Step | undefined {
  return steps[steps.indexOf(step) + 1];
}

/** The step at which a task continues. In a new generation of the sandbox, all steps are taken again. */
function stepOf({ status, generation }: Pick<StartTask, 'status' | 'generation'>, current: number): Step {
  return steps.find((step) => step.status === status && generation === current) ?? steps[0];
}

type StartStep =
  | { readonly kind: 'none' }
  | { readonly kind: 'wait-for-sandbox' }
  /** Goes on with a task that a pause had ended. */
  | { readonly kind: 'resume' }
  /** Takes this step and the later ones. */
  | { readonly kind: 'perform'; readonly step: Step; readonly sandbox: Sandbox }
  | { readonly kind: 'fail'; readonly end: StartEnd; readonly detail: string };

/** What a worker does next for a start task. Pure. A restarted worker continues under its lease. */
export function nextStartStep(task: StartTask, sandbox: Sandbox | undefined, now: Date, worker: string): StartStep {
  if (isOver(task)) return task.is_paused ? afterPause(sandbox) : { kind: 'none' };
  const at = now.toISOString();
  if (task.deadline_at <= at)
    return { kind: 'fail', end: 'too_late', detail: 'The conversation did not start in time. Start it again.' };
  if (isGone(sandbox)) {
    return { kind: 'fail', end: 'sandbox_gone', detail: 'The sandbox was deleted before the conversation started.' };
  }
  const isTaken = isHeld(task.lease_until, now) && task.lease_holder !== worker;
  switch (apiStatus(sandbox)) {
    case 'ERROR':
      return { kind: 'fail', end: 'sandbox_failed', detail: statusDetail(sandbox) ?? 'The sandbox failed to start.' };
    case 'PAUSED':
      return {
        kind: 'fail',
        end: 'sandbox_paused',
        detail: 'The sandbox was paused before the conversation started. Resume it, and the start goes on.',
      };
    case 'MISSING':
      return {
        kind: 'fail',
        end: 'sandbox_gone',
        detail: statusDetail(sandbox) ?? 'The sandbox has expired, and its workspace with it.',
      };
    case 'STARTING':
      // A sandbox whose task ended during the start is restarted automatically.
      return isTaken || task.status === 'WAITING_FOR_SANDBOX' ? { kind: 'none' } : { kind: 'wait-for-sandbox' };
    case 'RUNNING':
      return isTaken ? { kind: 'none' } : { kind: 'perform', step: stepOf(task, sandbox.generation), sandbox };
  }
}

/** What a pause has ended waits for the sandbox, and ends with it. */
function afterPause(sandbox: Sandbox | undefined): StartStep {
  if (isGone(sandbox) || apiStatus(sandbox) === 'MISSING')
    return { kind: 'fail', end: 'sandbox_gone', detail: 'The sandbox was gone before the conversation started.' };
  return sandbox.desired === 'RUNNING' ? { kind: 'resume' } : { kind: 'none' };
}
