import { ApiProblem } from '../../shared/client/api-problem.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { UserError } from '../local/terminal/user-error.ts';
import { Interrupted, StepFailed } from './until.ts';

export interface Step<Context> {
  readonly name: string;
  /** The time limit. */
  readonly seconds: number;
  /** @returns the result in a few words */
  readonly run: (context: Context, signal: AbortSignal) => Promise<string>;
}

export interface StepResult {
  readonly step: string;
  readonly outcome: 'ok' | 'failed' | 'skipped';
  readonly milliseconds: number;
  /** The result, or the reason of the failure. */
  readonly detail: string;
}

interface Options {
  /** Ends the run early. The current step fails with its reason. */
  readonly signal: AbortSignal;
  readonly onResult: (result: StepResult) => void;
}

/** Runs the steps in order. A failure skips the rest, as steps build on each other. */
export async function runSteps<Context>(
  steps: readonly Step<Context>[],
  context: Context,
  { signal, onResult }: Options,
): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  let hasFailed = false;
  for (const step of steps) {
    const result: StepResult = hasFailed ? skipped(step) : await runStep(step, context, signal);
    hasFailed ||= result.outcome === 'failed';
    results.push(result);
    onResult(result);
  }
  return results;
}

export async function runStep<Context>(
  step: Step<Context>,
  context: Context,
  signal: AbortSignal,
): Promise<StepResult> {
  const started = performance.now();
  const deadline = new AbortController();
  const timer = setTimeout(
    () => deadline.abort(new StepFailed(`It took longer than ${step.seconds} seconds.`)),
    step.seconds * 1000,
  );
  try {
    signal.throwIfAborted();
    const detail = await step.run(context, AbortSignal.any([signal, deadline.signal]));
    return { step: step.name, outcome: 'ok', milliseconds: performance.now() - started, detail };
  } catch (error) {
    const detail = describeError(error);
    return { step: step.name, outcome: 'failed', milliseconds: performance.now() - started, detail };
  } finally {
    clearTimeout(timer);
  }
}

function skipped({ name }: Step<never>): StepResult {
  return { step: name, outcome: 'skipped', milliseconds: 0, detail: '' };
}

const sentences = [StepFailed, Interrupted, UserError, AppError] as const;

/** The reason of a failure in one line. */
export function describeError(error: unknown): string {
  if (error instanceof ApiProblem) {
    const request = error.requestId === null ? '' : ` (request ${error.requestId})`;
    return `The service responded with ${error.status} ${error.code}: ${error.message}${request}`;
  }
  if (!(error instanceof Error)) return String(error);
  if (sentences.some((kind) => error instanceof kind)) return error.message;
  return [`${error.name}: ${error.message}`, causeOf(error)].filter((text) => text !== '').join(' ');
}

/** The cause, which has the reason when `fetch` fails. */
function causeOf({ cause }: Error): string {
  if (!(cause instanceof Error)) return '';
  const code = 'code' in cause ? String(cause.code) : cause.name;
  return `(${[code, cause.message].filter((text) => text !== '').join(': ')})`;
}
