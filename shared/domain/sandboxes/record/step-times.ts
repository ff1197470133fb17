import { type SandboxStep, sandboxEndSteps, sandboxStartSteps } from '../../../contract/shapes/steps.ts';
import type { Sandbox } from './sandbox.ts';

/** When a generation reached each step of its start and its end, as far as it got. */
type StepTimes = Readonly<Partial<Record<SandboxStep, string | null>>>;

/** A step that ended, and its duration. */
export interface StepTime {
  readonly step: string;
  readonly at: string;
  readonly seconds: number;
}

/** Adds step times to a row. Steps that AWS does not report are left out. */
export function reached({ step_times: before }: Pick<Sandbox, 'step_times'>, times: StepTimes) {
  const known = Object.entries(times).flatMap(([step, at]) => (at ? [[step, at] as const] : []));
  return { step_times: { ...before, ...Object.fromEntries(known) } };
}

/**
 * The steps that were reached, in order, each with the time since the step before. No step ends before the previous
 * one, although the clocks of AWS and of this service differ by some milliseconds.
 */
export function stepsOf(order: readonly string[], times: Readonly<Record<string, string>>): StepTime[] {
  const steps: StepTime[] = [];
  for (const step of order) {
    const told = times[step];
    if (told === undefined) continue;
    const before = steps.at(-1)?.at ?? told;
    const at = told > before ? told : before;
    steps.push({ step, at, seconds: (Date.parse(at) - Date.parse(before)) / 1000 });
  }
  return steps;
}

/** The steps of its start. They exclude a warm task's steps before its claim. */
export function startStepsOf({ step_times: times = {} }: Pick<Sandbox, 'step_times'>): readonly StepTime[] {
  return times.ACCEPTED === undefined ? [] : stepsOf(sandboxStartSteps, between(times.ACCEPTED, undefined, times));
}

/** The steps of its end, which begins with the request or, without one, with the decision. */
export function endStepsOf({ step_times: times = {} }: Pick<Sandbox, 'step_times'>): readonly StepTime[] {
  return stepsOf(sandboxEndSteps, times);
}

/** The step times between two moments. */
export function between(
  begin: string,
  end: string | undefined,
  times: Readonly<Record<string, string>>,
): Record<string, string> {
  const isIn = (at: string) => at >= begin && (end === undefined || at <= end);
  return Object.fromEntries(Object.entries(times).filter(([, at]) => isIn(at)));
}
