import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ServiceMetrics } from '../service-metrics.ts';

/** What is watched, and when it rings. Each has an entry in docs/runbook.md under its name. */
export interface AlarmSpec {
  readonly name: string;
  /** `basic`: within the ten alarms that CloudWatch gives for nothing. `all`: with `alarms: all` only. */
  readonly set: 'basic' | 'all';
  /** One sentence or two for people who are woken by it. */
  readonly means: string;
  readonly metric: (metrics: ServiceMetrics) => IMetric;
  readonly rings: { readonly atLeast: number } | { readonly below: number };
  /** In how many of the last periods; one of one where it is not given. */
  readonly periods?: readonly [some: number, of: number];
  /** Absent figures are good by default: most are published only when something happens. */
  readonly whenMissing?: TreatMissingData;
}

export interface Share {
  readonly failed: IMetric;
  readonly all: IMetric;
  /** Fewer failures than this in a period are chance, whatever their share. */
  readonly least: number;
  readonly period: Duration;
}

/** Failures in percent of all. */
export function shareOf({ failed, all, least, period }: Share): MathExpression {
  const expression = `IF(failed >= ${least}, 100 * failed / ends, 0)`;
  return new MathExpression({ expression, usingMetrics: { failed, ends: all }, period, label: 'percent that fail' });
}

const PULSE = 'pulse';

/**
 * Heartbeats for an alarm that rings when they stop, but not before the first of them. A period without any counts as
 * 0 after one that had some, and is absent otherwise; an alarm that ignores what is absent then keeps its state. So it
 * goes on ringing until the next heartbeat, and a deployment whose first sweep is minutes away rings nothing.
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

export const minutes = (count: number): Duration => Duration.minutes(count);
