import { type ConversationStep, conversationStartSteps, sandboxStartSteps } from '../../../../contract/shapes/steps.ts';
import { startKindOf } from '../../../sandboxes/record/outcomes.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import { between, type StepTime, stepsOf } from '../../../sandboxes/record/step-times.ts';
import type { StartTask } from './start-task.ts';

const order = [...sandboxStartSteps, ...conversationStartSteps];

type StepTimes = Pick<StartTask, 'step_times'>;

/** The steps of a start so far, from its acceptance on: what its sandbox did before is no part of it. */
export function startTaskSteps(
  task: Pick<StartTask, 'created_at' | 'updated_at' | 'status' | 'step_times'>,
): StepTime[] {
  const times: Record<string, string> = { ...task.step_times };
  if (task.status === 'READY') times.READY = task.updated_at;
  // A state that the task has left behind shows none that came after it.
  const known = between(task.created_at, task.updated_at, times);
  return stepsOf(order, { ...known, ACCEPTED: task.created_at });
}

/** Those after the steps of its sandbox. */
export function ownSteps(task: Parameters<typeof startTaskSteps>[0]): readonly StepTime[] {
  const own: readonly string[] = conversationStartSteps;
  return startTaskSteps(task).filter(({ step }) => own.includes(step));
}

/** The times of a worker that begins, or begins anew in another generation: those of the sandbox come first. */
export function beginSteps(task: StartTask, sandbox: Sandbox, at: string): Partial<StartTask> {
  const waited = (sandbox.step_times?.SANDBOX_RUNNING ?? '') >= task.created_at;
  return {
    step_times: { ...sandbox.step_times, START_BEGUN: at },
    start_kind: waited ? startKindOf(sandbox) : 'running',
  };
}

/** The times of a task with the end of one more step. */
export function withStep({ step_times: before }: StepTimes, step: ConversationStep, at: string): StepTimes {
  return { step_times: { ...before, [step]: at } };
}
