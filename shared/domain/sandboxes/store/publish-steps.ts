import type { Metric, MetricDetails } from '../../../platform/metrics.ts';
import type { StepTime } from '../record/step-times.ts';

/** Publishes how long each step took, by spec and step, once its end is written. Where steps begin is no step. */
export function publishSteps(steps: readonly StepTime[], spec: string, details: MetricDetails, metric: Metric): void {
  for (const { step, seconds } of steps) metric('StepSeconds', seconds, 'Seconds', details, { Spec: spec, Step: step });
}
