import { Duration } from 'aws-cdk-lib';
import { type IWidget, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { streamWorkers } from '../alarms/functions.ts';
import type { ServiceMetrics } from '../service-metrics.ts';
import { graph } from './widgets.ts';

const DAY = Duration.days(1);

export function upkeepWidgets(metrics: ServiceMetrics): readonly IWidget[] {
  return [
    graph(
      'Sweeps: complete, longest in ms',
      [metrics.own('SweepCompleted')],
      [metrics.of('sweep-sandboxes', 'Duration', Stats.MAXIMUM)],
    ),
    graph(
      'Streams: ms behind; dead letters',
      streamWorkers.map((id) => metrics.of(id, 'IteratorAge', Stats.MAXIMUM)),
      [metrics.failures],
    ),
    graph('Requests that busy tables refused', [metrics.tableThrottles()]),
    graph('Usage differs, calls uncounted, audit lost', [
      metrics.own('UsageDifferences'),
      metrics.own('CallsUncounted'),
      metrics.own('AuditEntriesLost'),
    ]),
    graph('Cost of the account by day, US dollars', [costByDay()]),
  ];
}

/**
 * What AWS expects the month to cost so far, less what it expected a day before. AWS publishes it in one Region, for
 * accounts that have switched on billing alerts; it begins at nothing with each month.
 */
function costByDay(): MathExpression {
  const soFar = new Metric({
    namespace: 'AWS/Billing',
    metricName: 'EstimatedCharges',
    dimensionsMap: { Currency: 'USD' },
    statistic: Stats.MAXIMUM,
    period: DAY,
    region: 'us-east-1',
  });
  return new MathExpression({
    expression: 'IF(DIFF(total) < 0, total, DIFF(total))',
    usingMetrics: { total: soFar },
    period: DAY,
    label: 'dollars',
  });
}
