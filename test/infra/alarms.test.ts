import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embeddedMetric, type MetricName } from '../../shared/platform/metrics.ts';
import { changedProduction, deployed, production, Synthesis } from './synthesis.ts';

const { alarmTopicArn } = deployed;

describe('alarms', () => {
  const synthesis = production();

  const alarmsOf = (of: Synthesis) => of.resources('api', 'AWS::CloudWatch::Alarm').map(({ properties }) => properties);
  const alarm = (name: string) =>
    alarmsOf(synthesis).find(({ AlarmName }) => AlarmName === `agent-conversations-prod-${name}`);

  it('stay within the free tier of ten, and each has a description', () => {
    const alarms = alarmsOf(synthesis);

    expect(alarms.length).toBeLessThanOrEqual(10);
    for (const { AlarmDescription } of alarms) expect(AlarmDescription).toMatch(/^[A-Z].*\.$/);
  });

  it('each have an entry in the runbook', async () => {
    const runbook = await readFile(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
    const names = alarmsOf(synthesis).map(({ AlarmName }) =>
      String(AlarmName).replace('agent-conversations-prod-', ''),
    );

    expect(names.filter((name) => !runbook.includes(`## Alarm \`${name}\``))).toEqual([]);
  });

  it('fire when the sweep publishes no heartbeat, or no data at all', () => {
    expect(alarm('sweep-silent')).toMatchObject({
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      Period: 300,
      EvaluationPeriods: 1,
      Statistic: 'Sum',
      TreatMissingData: 'breaching',
    });
  });

  it('fire when the usage ledger was not compared for an hour, after which ECS forgets tasks', () => {
    expect(alarm('usage-not-compared')).toMatchObject({
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      Period: 3600,
      TreatMissingData: 'breaching',
    });
  });

  it.each(['access-denied', 'calls-uncounted', 'audit-lost', 'work-failed', 'usage-differs'])(
    'fire at the first %s, and stay silent while there is none',
    (name) => {
      expect(alarm(name)).toMatchObject({
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        Threshold: 1,
        EvaluationPeriods: 1,
        TreatMissingData: 'notBreaching',
      });
    },
  );

  it('watch the depth of the dead-letter queue', () => {
    expect(alarm('work-failed')).toMatchObject({
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [
        {
          Name: 'QueueName',
          Value: { 'Fn::GetAtt': [expect.stringMatching(/^Workers/), expect.stringMatching(/^Outputs.*Failures/)] },
        },
      ],
    });
  });

  it.each<[string, MetricName]>([
    ['sweep-silent', 'SweepCompleted'],
    ['access-denied', 'AccessErrors'],
    ['calls-uncounted', 'CallsUncounted'],
    ['audit-lost', 'AuditEntriesLost'],
    ['usage-differs', 'UsageDifferences'],
    ['usage-not-compared', 'UsageCompared'],
  ])('watch a published metric: %s is %s', (name, metric) => {
    const lines: string[] = [];
    const deployment = 'agent-conversations-prod';
    embeddedMetric(
      deployment,
      () => new Date(),
      (line) => lines.push(line),
    )(metric, 1, 'Count');
    const published = JSON.parse(lines[0] ?? '');
    const [{ Namespace, Dimensions, Metrics }] = published._aws.CloudWatchMetrics;

    expect(alarm(name)).toMatchObject({
      Namespace,
      MetricName: Metrics[0].Name,
      Dimensions: Dimensions[0].map((dimension: string) => ({ Name: dimension, Value: published[dimension] })),
    });
  });

  it('notify the topic of the settings when they begin and when they end', () => {
    for (const properties of alarmsOf(synthesis)) {
      expect(properties).toMatchObject({ AlarmActions: [alarmTopicArn], OKActions: [alarmTopicArn] });
    }
  });

  it('notify no topic when none is set, and are absent when the settings turn them off', () => {
    const silent = new Synthesis({ stage: 'prod' });
    silent.remove();
    const withoutTopic = alarmsOf(silent);

    expect(withoutTopic).toHaveLength(alarmsOf(synthesis).length);
    for (const properties of withoutTopic) expect(properties).not.toHaveProperty('AlarmActions');
    expect(alarmsOf(changedProduction())).toEqual([]);
  });
});
