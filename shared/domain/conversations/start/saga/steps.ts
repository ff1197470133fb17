import type { StartTask } from '../task/start-task.ts';

/** The steps of a start once its sandbox runs, in their order, each with the time that it may take in seconds. */
export const steps = [
  { status: 'PREPARING_REPOSITORY', limitSeconds: 120 },
  { status: 'RUNNING_SETUP_SCRIPT', limitSeconds: 600 },
  { status: 'SETTING_UP_GIT_HOOKS', limitSeconds: 30 },
  { status: 'SETTING_UP_SKILLS', limitSeconds: 30 },
  { status: 'STARTING_CONVERSATION', limitSeconds: 120 },
] as const;

export type Step = (typeof steps)[number];
export type StepStatus = Step['status'];

/** @returns undefined when it was the last. */
export function stepAfter(step: Step): Step | undefined {
  return steps[steps.indexOf(step) + 1];
}

/** The step with which a task continues; a new generation of the sandbox takes all steps again. */
export function stepOf({ status, generation }: Pick<StartTask, 'status' | 'generation'>, current: number): Step {
  return steps.find((step) => step.status === status && generation === current) ?? steps[0];
}
