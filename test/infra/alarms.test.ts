import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metricNames } from '../../shared/contract/metrics.ts';
import { conversationStartSteps, sandboxEndSteps, sandboxStartSteps } from '../../shared/contract/shapes/steps.ts';
import { embeddedMetric } from '../../shared/platform/metrics.ts';
import type { AlarmProperties } from '../support/cloudwatch/alarm-state.ts';
import type { MetricReference } from '../support/cloudwatch/published-metrics.ts';
import { alarmsOf, full, fullyObserved, shortName } from './observability.ts';
import { changedProduction, production } from './synthesis.ts';

const all = alarmsOf(fullyObserved());
const basic = alarmsOf(production());

/** The metrics of alarms. CloudWatch charges for each. */
const metricsOf = (alarms: readonly AlarmProperties[]): readonly MetricReference[] =>
  alarms.flatMap(({ Metrics, Namespace = '', MetricName = '', Dimensions = [] }) =>
    Metrics
      ? Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []))
      : [{ Namespace, MetricName, Dimensions }],
  );

describe('alarms', () => {
  it('of the basic set watch at most the ten free metrics', () => {
    expect(metricsOf(basic)).toHaveLength(10);
  });

  it('watch what users notice first, also in the basic set', () => {
    expect(basic.map(shortName).toSorted()).toEqual([
      'access-denied',
      'api-failing',
      'calls-uncounted',
      'records-damaged',
      'saves-failing',
      'starts-failing',
      'sweep-silent',
      'usage-differs',
      'work-failed',
    ]);
  });

  it('of the whole set contain the basic ones as they are', () => {
    const names = new Map(all.map((alarm) => [alarm.AlarmName, alarm]));

    for (const alarm of basic) expect(names.get(alarm.AlarmName)).toEqual(alarm);
    expect(all.map(shortName)).toEqual(
      expect.arrayContaining([
        'api-slow',
        'boots-failing',
        'concurrency-used',
        'fargate-quota',
        'functions-failing',
        'functions-throttled',
        'launches-refused',
        'streams-late',
        'tables-throttled',
        'usage-not-compared',
      ]),
    );
  });

  it('have descriptions of whole sentences', () => {
    for (const alarm of all) expect(alarm).toHaveProperty('AlarmDescription', expect.stringMatching(/^[A-Z].*\.$/));
  });

  it('combine at most as many metrics as an alarm can', () => {
    for (const alarm of all) expect(metricsOf([alarm]).length, alarm.AlarmName).toBeLessThanOrEqual(10);
  });

  it('have one entry each in the runbook, which has no other entries', async () => {
    const runbook = await readFile(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
    const entries = [...runbook.matchAll(/^## Alarm `(.*)`$/gm)].map(([, name]) => name);

    expect(entries.toSorted()).toEqual(all.map(shortName).toSorted());
  });

  it('are listed in the deployment guide by set, with the watched value', async () => {
    const guide = await readFile(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');
    const namesIn = (set: string) =>
      [...(guide.match(new RegExp(`^\\| \\\`alarms=${set}\\\`.*$`, 'm'))?.[0] ?? '').matchAll(/`([a-z-]+)`/g)].map(
        ([, name]) => name,
      );
    const basicNames = basic.map(shortName);

    expect(namesIn('basic').toSorted()).toEqual(basicNames.toSorted());
    expect(namesIn('all').toSorted()).toEqual(
      all
        .map(shortName)
        .filter((name) => !basicNames.includes(name))
        .toSorted(),
    );
    const [, further] = guide.match(/each further metric, (\d+) of them/) ?? [];
    expect(Number(further)).toBe(metricsOf(all).length - metricsOf(basic).length);
  });

  it('watch own metrics as the code publishes them', () => {
    const own = metricsOf(all).filter(({ Namespace }) => Namespace === 'AgentConversations');
    expect(own.length).toBeGreaterThan(8);

    for (const { MetricName: name, Dimensions } of own) {
      const metric = metricNames.find((known) => known === name);
      if (!metric) throw new Error(`the code publishes no ${name}`);
      const lines: string[] = [];
      embeddedMetric('agent-conversations-prod', undefined, (line) => lines.push(line))(metric, 1, 'Count');
      const published = JSON.parse(lines[0] ?? '');

      expect(Dimensions).toEqual([{ Name: 'Deployment', Value: published.Deployment }]);
    }
  });

  it('watch the depth of the dead-letter queue', () => {
    expect(all.find((alarm) => shortName(alarm) === 'work-failed')).toMatchObject({
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: expect.anything() }],
    });
  });

  it('notify the topic of the settings when they begin and when they end', () => {
    for (const alarm of all) {
      expect(alarm).toMatchObject({ AlarmActions: [full.alarmTopicArn], OKActions: [full.alarmTopicArn] });
    }
  });

  it('are absent when the settings turn them off, also by the word of earlier releases', () => {
    expect(alarmsOf(changedProduction())).toEqual([]);
  });
});

describe('own metrics', () => {
  it('are at most the ten free ones, except those by spec and step', () => {
    const bySpec = metricNames.filter((name) => name === 'StepSeconds');
    expect(bySpec).toHaveLength(1);
    expect(metricNames.length - bySpec.length).toBeLessThanOrEqual(10);
  });

  it('by spec are as many as the guide states', async () => {
    const guide = await readFile(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');
    const beginnings = ['ACCEPTED', 'STOP_REQUESTED', 'READY'];
    const steps = [...sandboxStartSteps, ...sandboxEndSteps, ...conversationStartSteps];
    const [, told] = guide.match(/(\d+) further ones for each spec/) ?? [];
    const kinds = 4;

    expect(Number(told)).toBe(steps.filter((step) => !beginnings.includes(step)).length + kinds);
  });
});
