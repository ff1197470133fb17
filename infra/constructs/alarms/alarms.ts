import { Alarm, ComparisonOperator, MathExpression, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { MetricName } from '../../../shared/contract/metrics.ts';
import { prefixOf, type Settings } from '../../config.ts';
import { FIVE_MINUTES, type ServiceMetrics } from '../service-metrics.ts';
import { type AlarmSpec, heartbeats, minutes, shareOf } from './alarm-spec.ts';
import { functionAlarms } from './functions.ts';

/** Calls of the API. */
const requestAlarms: readonly AlarmSpec[] = [
  {
    name: 'api-failing',
    set: 'basic',
    means: 'One call in twenty or more fails by no fault of its caller (5xx), for ten minutes of the last fifteen.',
    // Its average is the share of such answers.
    metric: (metrics) => metrics.api('5XXError', Stats.AVERAGE),
    rings: { atLeast: 0.05 },
    periods: [2, 3],
  },
  {
    name: 'api-slow',
    set: 'all',
    means:
      'The slowest call in a hundred takes three seconds or more in the authorizer or in the list of conversations, which wait for nothing but tables.',
    // The latency of the API as a whole says little: callers may ask to wait, and streams stay open for minutes.
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
    means: 'Calls of API keys could not be counted: they pass without a limit, and are missing from the usage report.',
    metric: (metrics) => metrics.own('CallsUncounted'),
    rings: { atLeast: 1 },
  },
  {
    name: 'audit-lost',
    set: 'basic',
    means: 'A change is missing from the audit log.',
    metric: (metrics) => metrics.own('AuditEntriesLost'),
    rings: { atLeast: 1 },
  },
];

/** Starts, and what they need. */
const sandboxAlarms: readonly AlarmSpec[] = [
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

/** What the service does by itself. */
const upkeepAlarms: readonly AlarmSpec[] = [
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

/** Every alarm, what users feel first. */
const alarmSpecs: readonly AlarmSpec[] = [...requestAlarms, ...sandboxAlarms, ...functionAlarms, ...upkeepAlarms];

interface AlarmsProps {
  readonly settings: Settings;
  readonly metrics: ServiceMetrics;
}

/** The alarms that the setting `alarms` asks for. Trouble of a single sandbox is in its record, and rings nothing. */
export class Alarms extends Construct {
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, { settings, metrics }: AlarmsProps) {
    super(scope, id);
    const wanted = alarmSpecs.filter(({ set }) => settings.alarms === 'all' || settings.alarms === set);
    this.alarms = wanted.map((spec) => this.#alarm(spec, prefixOf(settings), metrics));
    const { alarmTopicArn } = settings;
    if (alarmTopicArn === undefined) return;
    const action = new SnsAction(Topic.fromTopicArn(this, 'Topic', alarmTopicArn));
    for (const alarm of this.alarms) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }

  #alarm({ name, means, metric, rings, periods = [1, 1], whenMissing }: AlarmSpec, prefix: string, on: ServiceMetrics) {
    const [some, of] = periods;
    return new Alarm(this, name, {
      alarmName: `${prefix}-${name}`,
      alarmDescription: means,
      metric: metric(on),
      datapointsToAlarm: some,
      evaluationPeriods: of,
      treatMissingData: whenMissing ?? TreatMissingData.NOT_BREACHING,
      ...('below' in rings
        ? { comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD, threshold: rings.below }
        : { comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD, threshold: rings.atLeast }),
    });
  }
}

const QUARTER = minutes(15);

/** Of a metric that is 1 for each failure and 0 for each other end. */
const failing = (metrics: ServiceMetrics, name: MetricName) =>
  shareOf({
    failed: metrics.own(name, Stats.SUM, QUARTER),
    all: metrics.own(name, Stats.SAMPLE_COUNT, QUARTER),
    least: 2,
    period: QUARTER,
  });

const HALF_HOUR = minutes(30);
