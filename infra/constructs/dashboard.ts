import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  MathExpression,
  Metric,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { MetricName } from '../../shared/contract/metrics.ts';
import { SandboxState } from '../../shared/contract/shapes/enums.ts';
import type { WorkerId } from '../../shared/contract/workers.ts';
import { logGroupNameOf } from '../api/names.ts';
import { prefixOf } from '../config.ts';
import { streamWorkers } from './alarms/alarm-metrics.ts';
import type { ServiceMetrics } from './service-metrics.ts';

interface ServiceDashboardProps {
  readonly metrics: ServiceMetrics;
  readonly alarms: readonly IAlarm[];
}

/**
 * One dashboard for the operator on call. The first three of an account, with up to 50 metrics each, are free. Queries
 * read from the logs what is no metric, when an operator looks.
 */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, { metrics, alarms }: ServiceDashboardProps) {
    super(scope, id);
    new Dashboard(this, 'Page', {
      dashboardName: prefixOf(metrics.settings),
      defaultInterval: Duration.hours(24),
      widgets: [
        ...(alarms.length === 0
          ? []
          : [[new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: 3 })]]),
        ...section('Requests', requestWidgets(metrics)),
        ...section('Starts of conversations', startWidgets(metrics)),
        ...section('Sandboxes', sandboxWidgets(metrics)),
        ...section('Upkeep and cost', upkeepWidgets(metrics)),
      ],
    });
  }
}

function section(title: string, widgets: readonly IWidget[]): IWidget[][] {
  return [[new TextWidget({ markdown: `## ${title}`, width: 24, height: 1 })], [...widgets]];
}

function requestWidgets(metrics: ServiceMetrics): readonly IWidget[] {
  return [
    graph(
      'Requests and errors',
      (['Count', '4XXError', '5XXError'] as const).map((name) => metrics.api(name, Stats.SUM)),
    ),
    graph(
      'Latency in ms, including requests that ask to wait',
      ['p50', 'p90', 'p99'].map((percentile) => metrics.api('Latency', percentile)),
    ),
    graph(
      'Functions of the account: errors, throttles, concurrent',
      [metrics.functions('Errors', Stats.SUM), metrics.functions('Throttles', Stats.SUM)],
      [metrics.functions('ConcurrentExecutions', Stats.MAXIMUM)],
    ),
  ];
}

/** The workers that log the outcome of a boot. */
const bootWriters: readonly WorkerId[] = [
  'boot-sandbox',
  'reconcile-sandbox',
  'wake-sandbox',
  'sweep-sandboxes',
  'sweep-segment',
];

/** Which phases are counted: `start` also as phases of a boot; `none` has nothing stored. */
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

function sandboxWidgets(metrics: ServiceMetrics): readonly IWidget[] {
  return [
    logs(metrics, {
      title: 'Sandboxes with something stored, by phase',
      of: ['sweep-sandboxes'],
      query: [
        'filter ispresent(SweepCompleted)',
        `stats ${phases.map((phase) => `max(phases.${phase}) as ${phase}`).join(', ')} by bin(5m)`,
      ],
      view: LogQueryVisualizationType.STACKEDAREA,
    }),
    graph('Boots: all, failed', allAndFailed(metrics, 'BootFailed')),
    logs(metrics, {
      title: 'Boots by outcome, with seconds by phase',
      of: bootWriters,
      query: [
        'filter ispresent(BootFailed)',
        `stats count(*) as boots, ${startPhases.map((phase) => `avg(phases.${phase})`).join(', ')}, pct(seconds, 95) by reason`,
        'sort boots desc',
      ],
    }),
    graph('Saves: all, failed', allAndFailed(metrics, 'SaveFailed')),
    graph('Refused launches; denied by AWS', [metrics.own('LaunchesRefused'), metrics.own('AccessErrors')]),
    graph('Fargate quota used, %', [metrics.fargateQuotaUsed()]),
  ];
}

function startWidgets(metrics: ServiceMetrics): readonly IWidget[] {
  return [
    graph('Starts: all, failed; seconds', allAndFailed(metrics, 'StartFailed'), [
      metrics.own('StartSeconds', 'p50'),
      metrics.own('StartSeconds', 'p95'),
    ]),
    graph(
      'Starts by spec and kind, s: p50; p95',
      [metrics.by('StartSeconds', ['Spec', 'Start'], 'p50')],
      [metrics.by('StartSeconds', ['Spec', 'Start'], 'p95')],
    ),
    ...['p50', 'p95'].map((percentile) =>
      graph(`Steps of starts, pauses and resumes by spec, s: ${percentile}`, [
        metrics.by('StepSeconds', ['Spec', 'Step'], percentile),
      ]),
    ),
    logs(metrics, {
      title: 'Seconds by spec, kind of start and step',
      of: ['run-start-task', ...bootWriters],
      query: [
        'filter ispresent(StepSeconds)',
        'stats count(*) as times, pct(StepSeconds, 50), pct(StepSeconds, 95), max(StepSeconds) by Spec, start, Step',
        'sort Spec, start, Step',
      ],
    }),
    logs(metrics, {
      title: 'Starts by outcome',
      of: ['run-start-task'],
      query: [
        'filter ispresent(StartFailed)',
        'stats count(*) as starts, avg(seconds) by end, status',
        'sort starts desc',
      ],
    }),
    logs(metrics, {
      title: 'Seconds by step of a start',
      of: ['run-start-task'],
      query: [
        "filter message.event = 'start task step done'",
        'stats count(*), avg(message.seconds), pct(message.seconds, 95), max(message.seconds) by message.step',
      ],
    }),
  ];
}

function upkeepWidgets(metrics: ServiceMetrics): readonly IWidget[] {
  return [
    graph(
      'Sweeps: complete, longest in ms',
      [metrics.own('SweepCompleted')],
      [metrics.of('sweep-sandboxes', 'Duration', Stats.MAXIMUM)],
    ),
    graph(
      'Streams: ms behind; dead letters',
      streamWorkers.map((id) => metrics.of(id, 'IteratorAge', Stats.MAXIMUM)),
      [metrics.failures],
    ),
    graph('Throttled requests of busy tables', [metrics.tableThrottles()]),
    graph('Usage differs, calls uncounted, records damaged', [
      metrics.own('UsageDifferences'),
      metrics.own('CallsUncounted'),
      metrics.own('RecordsDamaged'),
    ]),
    graph('Cost of the account by day, US dollars', [costByDay()]),
  ];
}

/**
 * The daily increase of the month's cost so far, which starts at 0 each month. AWS publishes it in one Region, for
 * accounts with billing alerts.
 */
function costByDay(): MathExpression {
  const soFar = new Metric({
    namespace: 'AWS/Billing',
    metricName: 'EstimatedCharges',
    dimensionsMap: { Currency: 'USD' },
    statistic: Stats.MAXIMUM,
    period: Duration.days(1),
    region: 'us-east-1',
  });
  return new MathExpression({
    expression: 'IF(DIFF(total) < 0, total, DIFF(total))',
    usingMetrics: { total: soFar },
    period: Duration.days(1),
    label: 'dollars',
  });
}

/** All outcomes and the failed ones of a metric that is 1 for each failure and 0 for each success. */
function allAndFailed(metrics: ServiceMetrics, name: MetricName): readonly IMetric[] {
  return [metrics.own(name, Stats.SAMPLE_COUNT), metrics.own(name)];
}

function graph(title: string, left: readonly IMetric[], right: readonly IMetric[] = []): GraphWidget {
  return new GraphWidget({ title, left: [...left], right: [...right], width: 8, height: 6, leftYAxis: { min: 0 } });
}

interface LogQuery {
  readonly title: string;
  /** The workers whose logs the query reads. */
  readonly of: readonly WorkerId[];
  readonly query: readonly string[];
  readonly view?: LogQueryVisualizationType;
}

/** The result of a log query, by default as a table. */
function logs({ settings }: ServiceMetrics, query: LogQuery): LogQueryWidget {
  return new LogQueryWidget({
    title: query.title,
    logGroupNames: query.of.map((id) => logGroupNameOf(settings, id)),
    queryLines: [...query.query],
    view: query.view ?? LogQueryVisualizationType.TABLE,
    width: 8,
    height: 6,
  });
}
