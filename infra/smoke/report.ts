import type { StepResult } from './run-steps.ts';
import type { Service } from './service.ts';
import type { Sights, Tick } from './sights.ts';

/** The result of a run. */
interface Report {
  readonly baseUrl: string;
  /** The name of the run and of its owner. */
  readonly run: string;
  readonly results: readonly StepResult[];
  readonly ticks: readonly Tick[];
  readonly verdict: Verdict;
}

const STEP_WIDTH = 12;
const TIME_WIDTH = 9;
const MARKS = { ok: 'ok', failed: 'FAILED', skipped: 'skipped' } as const;

export const heading = ['step'.padEnd(STEP_WIDTH), 'time'.padStart(TIME_WIDTH), 'result'].join('  ');

/** One line of the table of steps. */
export function line({ step, outcome, milliseconds, detail }: StepResult): string {
  const time = outcome === 'skipped' ? '-' : seconds(milliseconds);
  const result = [MARKS[outcome], detail].filter((text) => text !== '').join(': ');
  return [step.padEnd(STEP_WIDTH), time.padStart(TIME_WIDTH), result].join('  ');
}

/** The end of the report: the outcome with the first failure, findings that only AWS can show, and the verdict. */
export function conclusion({ results, ticks, verdict }: Report): string {
  const failure = firstFailure(results);
  const total = seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  return [
    '',
    failure ? `FAILED at '${failure.step}' after ${total}: ${failure.detail}` : `Passed in ${total}.`,
    '',
    'Seen only on AWS:',
    ...ticks.map(({ what, seen, detail }) => `[${seen ? 'x' : ' '}] ${what}: ${detail}`),
    '',
    `${verdict.question}: ${verdict.answer}: ${verdict.detail}`,
  ].join('\n');
}

export function hasPassed(results: readonly StepResult[]): boolean {
  return firstFailure(results) === undefined;
}

/** The report for programs. Times are in seconds. */
export function document({ baseUrl, run, results, ticks, verdict }: Report) {
  const failure = firstFailure(results);
  return {
    passed: failure === undefined,
    base_url: baseUrl,
    run,
    failure: failure === undefined ? null : { step: failure.step, reason: failure.detail },
    steps: results.map(({ milliseconds, ...result }) => ({ ...result, seconds: Math.round(milliseconds) / 1000 })),
    only_on_aws: ticks,
    verdict,
  };
}

function firstFailure(results: readonly StepResult[]): StepResult | undefined {
  return results.find(({ outcome }) => outcome === 'failed');
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** The answer to a question that AWS's documentation leaves open. */
interface Verdict {
  readonly question: string;
  readonly answer: 'yes' | 'no' | 'not asked';
  /** The evidence, or what to do. */
  readonly detail: string;
}

const question = 'WebSockets pass through a distribution whose function chose the origin';

export function verdictOf(sights: Sights, { isLocal }: Pick<Service, 'isLocal'>): Verdict {
  const { form, isCloudFront, socketUrl, socketSeconds = 0, hasSocketFailed = false } = sights;
  const notAsked = (detail: string): Verdict => ({ question, answer: 'not asked', detail });
  if (isLocal) return notAsked('a local service has no distribution');
  if (form === 'direct') return notAsked('clients reach agents directly');
  if (form !== undefined && !isCloudFront) return notAsked('no distribution is in front of the agent');
  if (socketUrl !== undefined) return { question, answer: 'yes', detail: `open for ${socketSeconds.toFixed(1)} s` };
  if (!hasSocketFailed) return notAsked('the run ended before that');
  return { question, answer: 'no', detail: 'set `ingress` to router, see docs/ingress.md' };
}
