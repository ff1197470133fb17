import { type IWidget, LogQueryVisualizationType, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { WorkerId } from '../../../shared/contract/workers.ts';
import type { ServiceMetrics } from '../service-metrics.ts';
import { found, graph } from './widgets.ts';

/** The workers that write the end of a boot. */
const bootWriters: readonly WorkerId[] = [
  'boot-sandbox',
  'reconcile-sandbox',
  'wake-sandbox',
  'sweep-sandboxes',
  'sweep-segment',
];

const phases = ['PENDING', 'PROVISIONING', 'BOOTING', 'RUNNING', 'STOPPING', 'SAVING', 'PAUSED', 'ERROR', 'DELETING'];

export function sandboxWidgets(metrics: ServiceMetrics): readonly IWidget[] {
  const { settings } = metrics;
  return [
    found(settings, {
      title: 'Sandboxes by phase, with something stored',
      of: ['sweep-sandboxes'],
      query: [
        'filter ispresent(SweepCompleted)',
        `stats ${phases.map((phase) => `max(phases.${phase}) as ${phase}`).join(', ')} by bin(5m)`,
      ],
      view: LogQueryVisualizationType.STACKEDAREA,
    }),
    graph('Boots: all, failed', [metrics.own('BootFailed', Stats.SAMPLE_COUNT), metrics.own('BootFailed')]),
    found(settings, {
      title: 'Boots by outcome, with seconds by phase',
      of: bootWriters,
      query: [
        'filter ispresent(BootFailed)',
        'stats count(*) as boots, avg(phases.PENDING), avg(phases.PROVISIONING), avg(phases.BOOTING), pct(seconds, 95) by reason',
        'sort boots desc',
      ],
    }),
    graph('Saves: all, failed', [metrics.own('SaveFailed', Stats.SAMPLE_COUNT), metrics.own('SaveFailed')]),
    graph('Refused: launches, by permissions', [metrics.own('LaunchesRefused'), metrics.own('AccessErrors')]),
    graph('Fargate quota used, %', [metrics.fargateQuotaUsed()]),
  ];
}
