import { type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ServiceMetrics } from '../service-metrics.ts';
import { found, graph } from './widgets.ts';

export function startWidgets(metrics: ServiceMetrics): readonly IWidget[] {
  const { settings } = metrics;
  return [
    graph(
      'Starts: all, failed, and seconds',
      [metrics.own('StartFailed', Stats.SAMPLE_COUNT), metrics.own('StartFailed')],
      [metrics.own('StartSeconds', 'p50'), metrics.own('StartSeconds', 'p95')],
    ),
    found(settings, {
      title: 'Starts by outcome',
      of: ['run-start-task'],
      query: [
        'filter ispresent(StartFailed)',
        'stats count(*) as starts, avg(seconds) by end, status',
        'sort starts desc',
      ],
    }),
    found(settings, {
      title: 'Seconds by step of a start',
      of: ['run-start-task'],
      query: [
        "filter message.event = 'start task step done'",
        'stats count(*), avg(message.seconds), pct(message.seconds, 95), max(message.seconds) by message.step',
      ],
    }),
  ];
}
