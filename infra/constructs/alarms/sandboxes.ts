import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricName } from '../../../shared/platform/metrics.ts';
import type { ServiceMetrics } from '../service-metrics.ts';
import { type AlarmSpec, minutes, shareOf } from './alarm-spec.ts';

const QUARTER = minutes(15);

/** Of a metric that is 1 for each failure and 0 for each other end. */
const failing = (metrics: ServiceMetrics, name: MetricName) =>
  shareOf({
    failed: metrics.own(name, Stats.SUM, QUARTER),
    all: metrics.own(name, Stats.SAMPLE_COUNT, QUARTER),
    least: 2,
    period: QUARTER,
  });

/** Starts, and what they need. */
export const sandboxAlarms: readonly AlarmSpec[] = [
  {
    name: 'starts-failing',
    set: 'basic',
    means:
      'The service could not start one conversation in five or more within a quarter of an hour, and two at least.',
    metric: (metrics) => failing(metrics, 'StartFailed'),
    rings: { atLeast: 20 },
    // A quarter that has just begun has too few ends to judge by: the one before keeps the alarm.
    periods: [1, 2],
  },
  {
    name: 'saves-failing',
    set: 'basic',
    means: 'A workspace could not be saved after all tries. Its disk is kept, or was lost before.',
    metric: (metrics) => metrics.own('SaveFailed'),
    rings: { atLeast: 1 },
  },
  {
    name: 'access-denied',
    set: 'basic',
    means: 'AWS denied the service something that it needs: a role, a key policy or an organisation policy is wrong.',
    metric: (metrics) => metrics.own('AccessErrors'),
    rings: { atLeast: 1 },
  },
  {
    name: 'boots-failing',
    set: 'all',
    means: 'One start of a sandbox in five or more failed within a quarter of an hour, and two at least.',
    metric: (metrics) => failing(metrics, 'BootFailed'),
    rings: { atLeast: 20 },
    // A quarter that has just begun has too few ends to judge by: the one before keeps the alarm.
    periods: [1, 2],
  },
  {
    name: 'launches-refused',
    set: 'all',
    means:
      'ECS refuses tasks, for ten minutes of the last fifteen: there is no capacity, a quota is reached, or a specification is wrong.',
    metric: (metrics) => metrics.own('LaunchesRefused'),
    rings: { atLeast: 1 },
    periods: [2, 3],
  },
  {
    name: 'fargate-quota',
    set: 'all',
    means:
      'Four fifths of the vCPUs that Fargate allows in this account and Region are in use: starts will soon be refused.',
    metric: (metrics) => metrics.fargateQuotaUsed(),
    rings: { atLeast: 80 },
    periods: [2, 3],
  },
];
