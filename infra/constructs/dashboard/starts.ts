import { type IWidget, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { WorkerId } from '../../../shared/contract/workers.ts';
import type { ServiceMetrics } from '../service-metrics.ts';
import { found, graph } from './widgets.ts';

/** The workers that write the ends of starts, of boots and of saves. */
const stepWriters: readonly WorkerId[] = [
  'run-start-task',
  'boot-sandbox',
  'reconcile-sandbox',
  'wake-sandbox',
  'sweep-sandboxes',
];

export function startWidgets(metrics: ServiceMetrics): readonly IWidget[] {
  const { settings } = metrics;
  return [
    graph(
      'Starts: all, failed, and seconds',
      [metrics.own('StartFailed', Stats.SAMPLE_COUNT), metrics.own('StartFailed')],
      [metrics.own('StartSeconds', 'p50'), metrics.own('StartSeconds', 'p95')],
    ),
    graph(
      'Starts by spec and kind, s: p50; p95',
      [metrics.by('StartSeconds', ['Spec', 'Start'], 'p50')],
      [metrics.by('StartSeconds', ['Spec', 'Start'], 'p95')],
    ),
    graph('Steps of starts, pauses and resumes by spec, s: p50', [metrics.by('StepSeconds', ['Spec', 'Step'], 'p50')]),
    graph('Steps of starts, pauses and resumes by spec, s: p95', [metrics.by('StepSeconds', ['Spec', 'Step'], 'p95')]),
    found(settings, {
      title: 'Seconds by spec, kind of start and step',
      of: stepWriters,
      query: [
        'filter ispresent(StepSeconds)',
        'stats count(*) as times, pct(StepSeconds, 50), pct(StepSeconds, 95), max(StepSeconds) by Spec, start, Step',
        'sort Spec, start, Step',
      ],
    }),
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
