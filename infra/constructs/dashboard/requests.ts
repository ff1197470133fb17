import { type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ServiceMetrics } from '../service-metrics.ts';
import { graph } from './widgets.ts';

export function requestWidgets(metrics: ServiceMetrics): readonly IWidget[] {
  return [
    graph('Calls and errors', [
      metrics.api('Count', Stats.SUM),
      metrics.api('4XXError', Stats.SUM),
      metrics.api('5XXError', Stats.SUM),
    ]),
    graph('Latency in ms, with calls that ask to wait', [
      metrics.api('Latency', 'p50'),
      metrics.api('Latency', 'p90'),
      metrics.api('Latency', 'p99'),
    ]),
    graph(
      'Functions of the account: errors, throttles, at once',
      [metrics.functions('Errors', Stats.SUM), metrics.functions('Throttles', Stats.SUM)],
      [metrics.functions('ConcurrentExecutions', Stats.MAXIMUM)],
    ),
  ];
}
