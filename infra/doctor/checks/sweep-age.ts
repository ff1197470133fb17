import { GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { METRIC_NAMESPACE, type MetricName } from '../../../shared/platform/metrics.ts';
import { defineCheck, error, ok } from '../check.ts';

const METRIC: MetricName = 'SweepCompleted';

/** The sweep runs every minute, and metrics take a little until they can be read. */
const LATE_MINUTES = 10;

/** When the last sweep looked at everything; null when none did in that time. */
export const sweepAge = defineCheck<Date | null>({
  id: 'sweep-age',
  about: 'when the last sweep was completed',
  when: ['after'],
  actions: ['cloudwatch:GetMetricData'],
  async read({ cloudWatch }, { deployment, now }) {
    const Metric = {
      Namespace: METRIC_NAMESPACE,
      MetricName: METRIC,
      Dimensions: [{ Name: 'Deployment', Value: deployment }],
    };
    const { MetricDataResults: [result] = [] } = await cloudWatch.send(
      new GetMetricDataCommand({
        MetricDataQueries: [{ Id: 'completed', MetricStat: { Metric, Period: 60, Stat: 'Sum' } }],
        StartTime: new Date(now.getTime() - LATE_MINUTES * 60_000),
        EndTime: now,
      }),
    );
    // A sweep that could not look at everything publishes zero.
    const completed = (result?.Timestamps ?? []).filter((_, index) => (result?.Values?.[index] ?? 0) > 0);
    const times = completed.map((time) => time.getTime());
    return times.length === 0 ? null : new Date(Math.max(...times));
  },
  judge(last, { now }) {
    if (last !== null) {
      const minutes = Math.max(0, Math.round((now.getTime() - last.getTime()) / 60_000));
      return [ok(`The last sweep was completed ${minutes} minutes ago.`)];
    }
    return [
      error(
        `No sweep was completed in the last ${LATE_MINUTES} minutes.`,
        'Lost signals stay lost, idle sandboxes run on, and orphaned disks go on to cost. Shortly after a first deployment it only means that none has run yet.',
        'Do what docs/runbook.md says under "Alarm `sweep-silent`".',
      ),
    ];
  },
});
