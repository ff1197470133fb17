import { describe, expect, it } from 'vitest';
import { PublishedMetrics } from '../../../../../infra/local/account/published-metrics.ts';
import { embeddedMetric, METRIC_NAMESPACE } from '../../../../../shared/platform/metrics.ts';

const start = new Date('2026-11-22T12:00:00Z');
const minutes = (count: number) => new Date(start.getTime() + count * 60_000);

function published(...times: Date[]): PublishedMetrics {
  const metrics = new PublishedMetrics();
  for (const time of times) {
    embeddedMetric(
      'x-dev',
      () => time,
      (line) => metrics.take(line),
    )('SweepCompleted', 1, 'Count', { note: 'n' });
  }
  return metrics;
}

const of = (metrics: PublishedMetrics, from: Date, to: Date, deployment = 'x-dev') =>
  metrics.between(METRIC_NAMESPACE, 'SweepCompleted', { Deployment: deployment }, from, to);

describe('metrics in the logs of functions', () => {
  it('are found by name, dimension and time', () => {
    const metrics = published(minutes(0), minutes(1), minutes(2));

    expect(of(metrics, minutes(1), minutes(2))).toEqual([{ at: minutes(1).getTime(), value: 1 }]);
    expect(of(metrics, minutes(0), minutes(9), 'y-dev')).toEqual([]);
  });

  it('are forgotten after an hour', () => {
    expect(of(published(minutes(0), minutes(61)), minutes(0), minutes(99))).toHaveLength(1);
  });

  it('are kept up to a number of each', () => {
    const metrics = published(...Array.from({ length: 10_001 }, () => minutes(0)), minutes(1));

    expect(of(metrics, minutes(0), minutes(9))).toHaveLength(10_000);
    expect(of(metrics, minutes(1), minutes(9))).toHaveLength(1);
  });

  it('are in no other line', () => {
    const metrics = published();
    for (const line of ['text', '{"_aws"', '{"_aws":1}', '{"event":"_aws"}']) metrics.take(line);

    expect(of(metrics, minutes(-9), minutes(9))).toEqual([]);
  });
});
