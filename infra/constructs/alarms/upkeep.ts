import { Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { FIVE_MINUTES } from '../service-metrics.ts';
import { type AlarmSpec, heartbeats, minutes } from './alarm-spec.ts';

const HALF_HOUR = minutes(30);

/** What the service does by itself. */
export const upkeepAlarms: readonly AlarmSpec[] = [
  {
    name: 'sweep-silent',
    set: 'basic',
    means:
      'No sweep was completed for a quarter of an hour: what signals have missed stays missed, and idle sandboxes run on.',
    metric: (metrics) => heartbeats('sweeps', { sweeps: metrics.own('SweepCompleted') }, FIVE_MINUTES),
    rings: { below: 1 },
    // The newest period may have begun a moment ago, and so is never enough.
    periods: [3, 6],
    whenMissing: TreatMissingData.IGNORE,
  },
  {
    name: 'usage-differs',
    set: 'basic',
    means:
      'ECS reported a task otherwise than the ledger of usage. The service corrected what it could prove; the log of reconcile-usage names each.',
    metric: (metrics) => metrics.own('UsageDifferences'),
    rings: { atLeast: 1 },
  },
  {
    name: 'usage-not-compared',
    set: 'all',
    means:
      'The ledger of usage was not compared with ECS for an hour, after which ECS forgets: what it misses may stay missed.',
    metric: (metrics) =>
      heartbeats(
        'runs - errors',
        {
          runs: metrics.of('reconcile-usage', 'Invocations', Stats.SUM, HALF_HOUR),
          errors: metrics.of('reconcile-usage', 'Errors', Stats.SUM, HALF_HOUR),
        },
        HALF_HOUR,
      ),
    rings: { below: 1 },
    periods: [2, 4],
    whenMissing: TreatMissingData.IGNORE,
  },
];
