import { describeError } from './describe-error.ts';
import { StepFailed } from './until.ts';

/** One thing that the run does and checks. */
export interface Step<Context> {
  readonly name: string;
  /** How long it may take. */
  readonly seconds: number;
  /** @returns what was found, in a few words */
  readonly run: (context: Context, signal: AbortSignal) => Promise<string>;
}

export interface StepResult {
  readonly step: string;
  readonly outcome: 'ok' | 'failed' | 'skipped';
  readonly milliseconds: number;
  /** What was found, or the reason of the failure. */
  readonly detail: string;
}

interface Options {
  /** Ends the run early. Its reason is that of the step which it ends. */
  readonly signal: AbortSignal;
  readonly onResult: (result: StepResult) => void;
}

/** Runs one step after the other. After a failure the others are skipped, as each needs those before it. */
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
