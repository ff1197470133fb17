import type { Metric } from '../../../platform/metrics.ts';
import { outcomeOf } from '../record/outcomes.ts';
import { startKindOf } from '../record/start-kind.ts';
import { endStepsOf, startStepsOf } from '../record/step-times.ts';
import { publishSteps } from './publish-steps.ts';
import type { SandboxChange } from './sandbox-store.ts';

/** Publishes the outcome of a write that was made. The call only writes a line to the log: it takes no round trip. */
export function publishOutcomes(metric: Metric): (written: SandboxChange) => void {
  return (change) => {
    const outcome = outcomeOf(change);
    if (!outcome) return;
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
