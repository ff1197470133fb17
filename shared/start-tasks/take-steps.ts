import { timestamp } from '../clock.ts';
import { beginConversation } from './begin-conversation.ts';
import type { StartTaskLease } from './lease.ts';
import { prepareRepository } from './prepare-repository.ts';
import { runSetupScript, setUpGitHooks, setUpSkills } from './set-up-project.ts';
import type { PerformStep, StepContext, StepDeps } from './start-context.ts';
import { HandOverError } from './start-failed.ts';
import { type Step, type StepStatus, stepAfter } from './steps.ts';

const performs: Readonly<Record<StepStatus, PerformStep>> = {
  PREPARING_REPOSITORY: prepareRepository,
  RUNNING_SETUP_SCRIPT: runSetupScript,
  SETTING_UP_GIT_HOOKS: setUpGitHooks,
  SETTING_UP_SKILLS: setUpSkills,
  STARTING_CONVERSATION: beginConversation,
};

/** A worker that has less time left does not begin the next wait, in milliseconds. */
const RESERVE = 15_000;

/** What a step gets in any case, in seconds: whoever takes it over late may find that it is done already. */
const LEAST = 15;

/**
 * Takes a step and all that come after it, each on record before it begins. A worker whose time does not reach for a call that cannot be cut in two leaves that step to
 * the next worker.
 *
 * @throws HandOverError; whatever a step throws.
 */
export async function takeSteps(
  first: Step,
  given: Omit<StepContext, 'task' | 'secondsLeft' | 'timeIsUp'>,
  lease: StartTaskLease,
  timeLeft: () => number,
  deps: StepDeps,
): Promise<void> {
  for (let step: Step | undefined = first; step; ) {
    const { task } = lease;
    given.signal.throwIfAborted();
    const isOneCall = step.status === 'STARTING_CONVERSATION';
    if (timeLeft() < RESERVE + (isOneCall ? step.limitSeconds * 1000 : 0))
      throw new HandOverError('no time for the step');
    const timeIsUp = () => timeLeft() < RESERVE;
    const secondsLeft = secondsOf(step, task.step_since, task.deadline_at, deps.now());
    const result = await performs[step.status]({ ...given, task, secondsLeft, timeIsUp }, deps);
    step = stepAfter(step);
    if (step) {
      const since = timestamp(deps.now());
      await lease.record({ detail: null, ...result, status: step.status, step_since: since, failures: 0 });
    }
  }
}

/** A step's time runs from its first try on, whoever made it, and never beyond the end of the task. */
function secondsOf(step: Step, since: string | null, deadline: string, now: Date): number {
  const elapsed = since === null ? 0 : (now.getTime() - Date.parse(since)) / 1000;
  const untilDeadline = (Date.parse(deadline) - now.getTime()) / 1000;
  return Math.max(LEAST, Math.min(step.limitSeconds - elapsed, untilDeadline));
}
