import type { Metric, MetricDetails } from '../../../platform/metrics.ts';
import { Phase, phaseFacts } from './phases.ts';
import type { Sandbox, SandboxWrite } from './sandbox.ts';
import { endStepsOf, type StepTime, startStepsOf } from './step-times.ts';

/** How one start of a sandbox, or one save of its workspace, ended. */
export interface Outcome {
  readonly kind: 'boot' | 'save';
  readonly failed: boolean;
  /** A resume is never `warm`. */
  readonly start: StartKind;
  /** Why it failed, or null. */
  readonly reason: string | null;
  readonly seconds: number;
  /** The seconds by phase: `PENDING`, `PROVISIONING` and `BOOTING`, or `SAVING`. */
  readonly phases: Readonly<Record<string, number>>;
}

/**
 * The outcome that a write decides, or undefined. Row versions let only one write leave a phase, so no end counts
 * twice. A pause or deletion before the agent responded is no outcome.
 */
export function outcomeOf({ previous, next }: SandboxWrite): Outcome | undefined {
  if (!previous || previous.generation !== next.generation || previous.phase === next.phase) return undefined;
  return bootOutcome(previous, next) ?? saveOutcome(previous, next);
}

const starting = Phase.options.filter((phase) => phaseFacts[phase].stage === 'start');

function bootOutcome(previous: Sandbox, next: Sandbox): Outcome | undefined {
  // An agent that restarts inside its task has been ready before.
  const isStarting = starting.includes(previous.phase) && previous.running_since === null;
  if (!isStarting || starting.includes(next.phase)) return undefined;
  const failed = hasFailed(previous, next);
  if (next.phase !== 'RUNNING' && !failed) return undefined;
  return ended('boot', failed, next, starting);
}

/** The service gave up, or starts a new generation. */
function hasFailed(previous: Sandbox, next: Sandbox): boolean {
  const givesUp = next.phase === 'ERROR' || (next.phase === 'STOPPING' && next.stop_into === 'ERROR');
  return givesUp || (next.wanted_generation > next.generation && previous.wanted_generation <= previous.generation);
}

function saveOutcome(previous: Sandbox, next: Sandbox): Outcome | undefined {
  if (previous.phase !== 'SAVING' || next.phase === 'DELETING') return undefined;
  return ended('save', next.snapshot_id === previous.snapshot_id, next, ['SAVING']);
}

function ended(kind: Outcome['kind'], failed: boolean, next: Sandbox, phases: readonly string[]): Outcome {
  const spent = secondsByPhase(next, phases);
  const seconds = Object.values(spent).reduce((sum, some) => sum + some, 0);
  return {
    kind,
    failed,
    start: startKindOf(next),
    reason: failed ? (next.status_reason?.code ?? 'unknown') : null,
    seconds,
    phases: spent,
  };
}

/** Derived from the transitions on the row, which end with the one of this write. */
function secondsByPhase({ transitions, generation }: Sandbox, phases: readonly string[]): Record<string, number> {
  const spent: Record<string, number> = {};
  for (const [index, { phase, at, generation: of }] of transitions.entries()) {
    const end = transitions[index + 1]?.at;
    if (of !== generation || end === undefined || !phases.includes(phase)) continue;
    spent[phase] = (spent[phase] ?? 0) + (Date.parse(end) - Date.parse(at)) / 1000;
  }
  return spent;
}

/** How a generation began: with a new task, with a warm task, or from a saved workspace. */
export type StartKind = 'cold' | 'warm' | 'resume';

export function startKindOf(sandbox: Pick<Sandbox, 'launch' | 'claimed'>): StartKind {
  if (sandbox.launch?.volume?.snapshot_id) return 'resume';
  return sandbox.claimed === null ? 'cold' : 'warm';
}

/** Publishes the outcome of a completed write. This only writes a log line and takes no round trip. */
export function publishOutcomes(metric: Metric): (written: SandboxWrite) => void {
  return (change) => {
    const outcome = outcomeOf(change);
    // Starts of an owner's own image must not ring the alarms of the operator.
    if (!outcome || change.next.own_version) return;
    const { owner_id, sandbox_id, spec_id, generation } = change.next;
    const { kind, failed, ...details } = outcome;
    metric(kind === 'boot' ? 'BootFailed' : 'SaveFailed', failed ? 1 : 0, 'Count', {
      owner_id,
      sandbox_id,
      spec_id,
      generation,
      ...details,
    });
    if (failed) return;
    const steps = kind === 'boot' ? startStepsOf(change.next) : endStepsOf(change.next);
    publishSteps(
      steps.slice(1),
      spec_id,
      { owner_id, sandbox_id, generation, start: startKindOf(change.next) },
      metric,
    );
  };
}

/** Publishes the duration of each step, by spec and step, once its end is recorded. */
export function publishSteps(steps: readonly StepTime[], spec: string, details: MetricDetails, metric: Metric): void {
  for (const { step, seconds } of steps) metric('StepSeconds', seconds, 'Seconds', details, { Spec: spec, Step: step });
}
