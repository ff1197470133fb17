import { type IWidget, LogQueryVisualizationType, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { SandboxState } from '../../../shared/contract/shapes/enums.ts';
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

/** Which phases have figures: `start` those of a boot too, `none` those in which nothing is stored. */
const figures: Readonly<Record<SandboxState, 'start' | 'some' | 'none'>> = {
  PENDING: 'start',
  PROVISIONING: 'start',
  BOOTING: 'start',
  RUNNING: 'some',
  STOPPING: 'some',
  SAVING: 'some',
  PAUSED: 'some',
  ERROR: 'some',
  EXPIRED: 'none',
  DELETING: 'some',
  DELETED: 'none',
};

const phases = SandboxState.options.filter((phase) => figures[phase] !== 'none');
const startPhases = phases.filter((phase) => figures[phase] === 'start');

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
        `stats count(*) as boots, ${startPhases.map((phase) => `avg(phases.${phase})`).join(', ')}, pct(seconds, 95) by reason`,
        'sort boots desc',
      ],
    }),
    graph('Saves: all, failed', [metrics.own('SaveFailed', Stats.SAMPLE_COUNT), metrics.own('SaveFailed')]),
    graph('Refused: launches, by permissions', [metrics.own('LaunchesRefused'), metrics.own('AccessErrors')]),
    graph('Fargate quota used, %', [metrics.fargateQuotaUsed()]),
  ];
}
