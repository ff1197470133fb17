import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricName } from '../../../shared/contract/metrics.ts';
import type { WorkerId } from '../../../shared/contract/workers.ts';
import { FIVE_MINUTES, type ServiceMetrics } from '../service-metrics.ts';

/** The workers that read streams of tables. */
export const streamWorkers = [
  'reconcile-sandbox',
  'dispatch-start-tasks',
  'queue-webhooks',
  'purge-events',
] as const satisfies readonly WorkerId[];

interface Share {
  readonly failed: IMetric;
  readonly all: IMetric;
  /** With fewer failures in a period, the share counts as 0. */
  readonly least: number;
  readonly period: Duration;
}

/** Failures in percent of all. */
export function shareOf({ failed, all, least, period }: Share): MathExpression {
  const expression = `IF(failed >= ${least}, 100 * failed / ends, 0)`;
  return new MathExpression({ expression, usingMetrics: { failed, ends: all }, period, label: 'percent that fail' });
}

const QUARTER = Duration.minutes(15);

/** The share of failures of a metric that is 1 for each failure and 0 for each success. */
export function failing(metrics: ServiceMetrics, name: MetricName): MathExpression {
  const failed = metrics.own(name, Stats.SUM, QUARTER);
  return shareOf({ failed, all: metrics.own(name, Stats.SAMPLE_COUNT, QUARTER), least: 2, period: QUARTER });
}

/** How far behind the slowest reader of a stream is, in milliseconds. */
export function streamsBehind(metrics: ServiceMetrics): MathExpression {
  const named = streamWorkers.map((id) => [id.replaceAll('-', '_'), metrics.of(id, 'IteratorAge', Stats.MAXIMUM)]);
  const usingMetrics = Object.fromEntries(named);
  const expression = `MAX([${Object.keys(usingMetrics).join(', ')}])`;
  return new MathExpression({ expression, usingMetrics, period: FIVE_MINUTES, label: 'milliseconds behind' });
}

const PULSE = 'pulse';

/**
 * Heartbeats for an alarm that rings when they stop, but not before the first one. A period without any counts as 0
 * after a period with some, and is absent otherwise. An alarm that ignores absent data therefore rings until the next
 * heartbeat, and a deployment that waits for its first sweep rings nothing.
 */
export function heartbeats(
  expression: string,
  usingMetrics: Record<string, IMetric>,
  period: Duration,
): MathExpression {
  const beats = new MathExpression({ expression, usingMetrics, period, label: 'heartbeats' });
  return new MathExpression({
    expression: `IF(RUNNING_SUM(FILL(${PULSE}, 0)) > 0, FILL(${PULSE}, 0), ${PULSE})`,
    usingMetrics: { [PULSE]: beats },
    period,
    label: 'heartbeats',
  });
}
