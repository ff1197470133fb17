import type { ConversationStep } from '../../../../contract/shapes/steps.ts';
import { timestamp } from '../../../../platform/clock.ts';
import type { PerformStep, StepContext, StepDeps } from '../agent/start-context.ts';
import { AgentFailedError, HandOverError, StartFailedError } from '../task/start-failed.ts';
import { type Project, type StartTask, withStep } from '../task/start-task.ts';
import { withWarnings } from '../task/start-warnings.ts';
import { prepareRepository } from '../workspace/prepare-repository.ts';
import { runSetupScript, setUpGitHooks, setUpSkills } from '../workspace/set-up-project.ts';
import { beginConversation } from './begin-conversation.ts';
import type { StartTaskLease } from './lease.ts';
import { type Step, type StepStatus, stepAfter } from './next-start-step.ts';
import { logStep } from './start-outcome.ts';

const performs: Readonly<Record<StepStatus, PerformStep>> = {
  PREPARING_REPOSITORY: prepareRepository,
  RUNNING_SETUP_SCRIPT: runSetupScript,
  SETTING_UP_GIT_HOOKS: setUpGitHooks,
  SETTING_UP_SKILLS: setUpSkills,
  STARTING_CONVERSATION: beginConversation,
};

/** Minimum time left for the next wait, in milliseconds. */
const RESERVE = 15_000;

/** Minimum time of a step in seconds, for a worker that takes over late: the step may be done already. */
const LEAST = 15;

/**
 * Takes a step and all later ones. Each step is recorded before it begins; steps that the project does not need are
 * recorded together with the next one.
 *
 * @param known the secrets, which warnings must not contain
 * @returns the change by the last step
 * @throws HandOverError; as the steps do
 */
export async function takeSteps(
  first: Step,
  given: Omit<StepContext, 'task' | 'secondsLeft' | 'timeIsUp' | 'isRepeated' | 'keep'>,
  known: readonly string[],
  lease: StartTaskLease,
  timeLeft: () => number,
  deps: StepDeps,
): Promise<Partial<StartTask>> {
  const passed: Partial<StartTask>[] = [];
  for (let step: Step = first; ; ) {
    const creating = step.status === 'STARTING_CONVERSATION' ? given.sandbox.generation : null;
    const isRepeated = creating !== null && lease.task.creating === creating;
    if (creating !== null && !isRepeated) passed.push({ creating });
    const task: StartTask = Object.assign({}, lease.task, ...passed);
    if (!isUnneeded(step, task.project)) {
      if (passed.length > 0) await lease.record(...passed.splice(0));
      given.signal.throwIfAborted();
      if (timeLeft() < RESERVE + (creating === null ? 0 : step.limitSeconds * 1000))
        throw new HandOverError('no time for the step');
    }
    // Its calls have limits of their own, which can add up to more.
    const limit = creating === null ? [] : [AbortSignal.timeout(step.limitSeconds * 1000)];
    const signal = AbortSignal.any([given.signal, ...limit]);
    const timeIsUp = () => timeLeft() < RESERVE;
    const secondsLeft = secondsOf(step, task.step_since, task.deadline_at, deps.now());
    const keep = (progress: Partial<StartTask>) => lease.record(progress);
    const context = { ...given, signal, task, secondsLeft, timeIsUp, isRepeated, keep };
    const work = performs[step.status](context, deps);
    const { warnings: added, ...result } = await (creating === null || isRepeated ? work : orAnswered(work, lease));
    const warnings = added ? { warnings: withWarnings(task.warnings, added, known) } : {};
    const next = stepAfter(step);
    if (!next) return { ...result, ...warnings };
    step = next;
    const since = timestamp(deps.now());
    const ended = endOf[task.status];
    const times = ended === undefined ? {} : withStep(task, ended, since);
    const change = { detail: null, ...result, ...warnings, ...times };
    passed.push({ ...change, status: step.status, step_since: since, failures: 0 });
    logStep(task, task.status, task.step_since ?? since, deps.now());
  }
}

/** Records that the agent has responded: the request that creates the conversation is over. */
async function orAnswered<T>(work: Promise<T>, lease: StartTaskLease): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isAnswered = error instanceof AgentFailedError || error instanceof StartFailedError;
    if (isAnswered) await lease.record({ creating: null });
    throw error;
  }
}

/** The steps whose end is published, by its name. */
const endOf: Readonly<Partial<Record<StartTask['status'], ConversationStep>>> = {
  PREPARING_REPOSITORY: 'WORKSPACE_PREPARED',
  SETTING_UP_SKILLS: 'PROJECT_SET_UP',
};

/** Whether the project does not need the step, which then sends no request to the agent. */
function isUnneeded({ status }: Step, project: Project | null): boolean {
  if (project === null) return false;
  const { has_setup: hasSetup, has_hook: hasHook, has_skills: hasSkills } = project;
  const isThere = { RUNNING_SETUP_SCRIPT: hasSetup, SETTING_UP_GIT_HOOKS: hasHook, SETTING_UP_SKILLS: hasSkills };
  return status in isThere && !isThere[status as keyof typeof isThere];
}

/** Remaining seconds of a step, from its first attempt by any worker, within the deadline of the task. */
function secondsOf(step: Step, since: string | null, deadline: string, now: Date): number {
  const elapsed = since === null ? 0 : (now.getTime() - Date.parse(since)) / 1000;
  const untilDeadline = (Date.parse(deadline) - now.getTime()) / 1000;
  return Math.max(LEAST, Math.min(step.limitSeconds - elapsed, untilDeadline));
}
