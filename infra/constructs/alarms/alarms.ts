import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { prefixOf, type Settings } from '../../config.ts';
import { FIVE_MINUTES, type ServiceMetrics } from '../service-metrics.ts';
import { failing, heartbeats, shareOf, streamsBehind } from './alarm-metrics.ts';

/** An alarm. docs/runbook.md has an entry for each name. */
interface AlarmSpec {
  readonly name: string;
  /** `basic`: among the ten alarms that CloudWatch offers free of charge. `all`: only with `alarms: all`. */
  readonly set: 'basic' | 'all';
  /** One or two sentences for the operator on call. */
  readonly means: string;
  readonly metric: (metrics: ServiceMetrics) => IMetric;
  /** By default, at least 1. */
  readonly rings?: { readonly atLeast: number } | { readonly below: number };
  /** By default, the last period. */
  readonly periods?: readonly [some: number, of: number];
  /** By default, missing data is good: most metrics are published only when something happens. */
  readonly whenMissing?: TreatMissingData;
}

const HALF_HOUR = Duration.minutes(30);

/** Every alarm: requests, starts, functions, and upkeep. */
const alarmSpecs: readonly AlarmSpec[] = [
  {
    name: 'api-failing',
    set: 'basic',
    means: 'At least 5 % of requests fail with a server error (5xx), for ten of the last fifteen minutes.',
    // The average is the share of such responses.
    metric: (metrics) => metrics.api('5XXError', Stats.AVERAGE),
    rings: { atLeast: 0.05 },
    periods: [2, 3],
  },
  {
    name: 'api-slow',
    set: 'all',
    means:
      'The p99 of the authorizer or of the list of conversations is at least three seconds. Both wait only for tables.',
    // The latency of the whole API says little: callers can ask to wait, and streams stay open for minutes.
    metric: (metrics) =>
      new MathExpression({
        expression: 'MAX([authorizer, list])',
        usingMetrics: {
          authorizer: metrics.of('authorize', 'Duration', 'p99'),
          list: metrics.of('search-app-conversations', 'Duration', 'p99'),
        },
        period: FIVE_MINUTES,
        label: 'milliseconds, p99',
      }),
    rings: { atLeast: 3_000 },
    periods: [2, 3],
  },
  {
    name: 'calls-uncounted',
    set: 'basic',
    means: 'Requests could not be counted: they pass without a rate limit and are missing from the usage report.',
    metric: (metrics) => metrics.own('CallsUncounted'),
  },
  {
    name: 'records-damaged',
    set: 'basic',
    means:
      'The audit log lacks a change, a stored value is not what the service writes, or the edge lacks entries of sandboxes.',
    metric: (metrics) => metrics.own('RecordsDamaged'),
  },
  {
    name: 'starts-failing',
    set: 'basic',
    means: 'At least 20 % of conversations, and at least two, failed to start within 15 minutes.',
    metric: (metrics) => failing(metrics, 'StartFailed'),
    rings: { atLeast: 20 },
    // The current period has too few starts to judge by, so the one before can keep the alarm.
    periods: [1, 2],
  },
  {
    name: 'saves-failing',
    set: 'basic',
    means: 'A workspace could not be saved after all attempts. Its disk is kept, unless it was lost before.',
    metric: (metrics) => metrics.own('SaveFailed'),
  },
  {
    name: 'access-denied',
    set: 'basic',
    means: 'AWS denied the service something it needs: a role, a key policy or an organization policy is wrong.',
    metric: (metrics) => metrics.own('AccessErrors'),
  },
  {
    name: 'boots-failing',
    set: 'all',
    means: 'At least 20 % of sandbox boots, and at least two, failed within 15 minutes.',
    metric: (metrics) => failing(metrics, 'BootFailed'),
    rings: { atLeast: 20 },
    periods: [1, 2],
  },
  {
    name: 'launches-refused',
    set: 'all',
    means:
      'ECS refused tasks for ten of the last fifteen minutes: no capacity, a reached quota, or a wrong specification.',
    metric: (metrics) => metrics.own('LaunchesRefused'),
    periods: [2, 3],
  },
  {
    name: 'fargate-quota',
    set: 'all',
    means: 'Sandboxes use 80 % of the Fargate vCPU quota of this account and Region. Soon, starts will be refused.',
    metric: (metrics) => metrics.fargateQuotaUsed(),
    rings: { atLeast: 80 },
    periods: [2, 3],
  },
  {
    name: 'work-failed',
    set: 'basic',
    means:
      'An event failed at every attempt and is in the dead-letter queue. The sweep makes up for it; the cause is a bug.',
    metric: (metrics) => metrics.failures,
  },
  {
    name: 'functions-failing',
    set: 'all',
    means:
      'At least 5 % of function runs in this account and Region failed for ten of the last fifteen minutes. Retried runs count.',
    metric: (metrics) =>
      shareOf({
        failed: metrics.functions('Errors', Stats.SUM),
        all: metrics.functions('Invocations', Stats.SUM),
        least: 5,
        period: FIVE_MINUTES,
      }),
    rings: { atLeast: 5 },
    periods: [2, 3],
  },
  {
    name: 'functions-throttled',
    set: 'all',
    means: 'Lambda throttles functions: the account or a function has no concurrency left.',
    metric: (metrics) => metrics.functions('Throttles', Stats.SUM),
    periods: [2, 3],
  },
  {
    name: 'concurrency-used',
    set: 'all',
    means: 'Functions use 80 % of the concurrency of this account and Region. The next burst will be throttled.',
    metric: (metrics) =>
      new MathExpression({
        expression: `running / ${metrics.settings.functionConcurrency}`,
        usingMetrics: { running: metrics.functions('ConcurrentExecutions', Stats.MAXIMUM) },
        period: FIVE_MINUTES,
        label: 'share of concurrency',
      }),
    rings: { atLeast: 0.8 },
    periods: [2, 3],
  },
  {
    name: 'streams-late',
    set: 'all',
    means: 'A worker reads table changes two minutes late. Starts, stops and webhooks are delayed as much.',
    metric: streamsBehind,
    rings: { atLeast: 120_000 },
    periods: [2, 3],
  },
  {
    name: 'tables-throttled',
    set: 'all',
    means: 'DynamoDB throttles a table that every request or start needs.',
    metric: (metrics) => metrics.tableThrottles(),
    rings: { atLeast: 5 },
    periods: [2, 3],
  },
  {
    name: 'sweep-silent',
    set: 'basic',
    means: 'No sweep completed for 15 minutes: lost signals are not made up for, and idle sandboxes keep running.',
    metric: (metrics) => heartbeats('sweeps', { sweeps: metrics.own('SweepCompleted') }, FIVE_MINUTES),
    rings: { below: 1 },
    // The newest period may have just begun, so it never suffices alone.
    periods: [3, 6],
    whenMissing: TreatMissingData.IGNORE,
  },
  {
    name: 'usage-differs',
    set: 'basic',
    means:
      'ECS and the usage ledger disagree about a task. The service corrected what it could prove; see the log of reconcile-usage.',
    metric: (metrics) => metrics.own('UsageDifferences'),
  },
  {
    name: 'usage-not-compared',
    set: 'all',
    means:
      'The usage ledger was not compared with ECS for an hour. ECS then forgets tasks, so missing usage may stay missing.',
    metric: (metrics) => {
      const count = (name: string) => metrics.of('reconcile-usage', name, Stats.SUM, HALF_HOUR);
      return heartbeats('runs - errors', { runs: count('Invocations'), errors: count('Errors') }, HALF_HOUR);
    },
    rings: { below: 1 },
    periods: [2, 4],
    whenMissing: TreatMissingData.IGNORE,
  },
];

interface AlarmsProps {
  readonly settings: Settings;
  readonly metrics: ServiceMetrics;
}

/** The alarms that the setting `alarms` selects. None rings for a single sandbox: its record has its failure. */
export class Alarms extends Construct {
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, { settings, metrics }: AlarmsProps) {
    super(scope, id);
    const wanted = alarmSpecs.filter(({ set }) => settings.alarms === 'all' || settings.alarms === set);
    this.alarms = wanted.map((spec) => this.#alarm(spec, metrics));
    const { alarmTopicArn } = settings;
    if (alarmTopicArn === undefined) return;
    const action = new SnsAction(Topic.fromTopicArn(this, 'Topic', alarmTopicArn));
    for (const alarm of this.alarms) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }

  #alarm(spec: AlarmSpec, metrics: ServiceMetrics): Alarm {
    const { name, means, metric, rings = { atLeast: 1 }, periods: [some, of] = [1, 1], whenMissing } = spec;
    return new Alarm(this, name, {
      alarmName: `${prefixOf(metrics.settings)}-${name}`,
      alarmDescription: means,
      metric: metric(metrics),
      datapointsToAlarm: some,
      evaluationPeriods: of,
      treatMissingData: whenMissing ?? TreatMissingData.NOT_BREACHING,
      ...('below' in rings
        ? { comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD, threshold: rings.below }
        : { comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD, threshold: rings.atLeast }),
    });
  }
}
