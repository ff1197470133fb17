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
import { SandboxState } from '../../../shared/contract/shapes/enums.ts';
import type { WorkerId } from '../../../shared/contract/workers.ts';
import { functionNameOf } from '../../api/names.ts';
import { prefixOf, type Settings } from '../../config.ts';
import { streamWorkers } from '../alarms/functions.ts';
import type { ServiceMetrics } from '../service-metrics.ts';

interface ServiceDashboardProps {
  readonly metrics: ServiceMetrics;
  readonly alarms: readonly IAlarm[];
}

/**
 * One page for the operator on call, named as the stage. The first three dashboards of an account with up to 50 metrics
 * each are free. What is no metric, a query reads from the logs when an operator looks.
 */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, { metrics, alarms }: ServiceDashboardProps) {
    super(scope, id);
    new Dashboard(this, 'Page', {
      dashboardName: prefixOf(metrics.settings),
      defaultInterval: Duration.hours(24),
      widgets: [
        ...(alarms.length === 0 ? [] : [[statesOf(alarms)]]),
        ...section('Requests', requestWidgets(metrics)),
        ...section('Starts of conversations', startWidgets(metrics)),
        ...section('Sandboxes', sandboxWidgets(metrics)),
        ...section('Upkeep and cost', upkeepWidgets(metrics)),
      ],
    });
  }
}

function statesOf(alarms: readonly IAlarm[]): IWidget {
  return new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: 3 });
}

function section(title: string, widgets: readonly IWidget[]): IWidget[][] {
  return [[new TextWidget({ markdown: `## ${title}`, width: 24, height: 1 })], [...widgets]];
}

function requestWidgets(metrics: ServiceMetrics): readonly IWidget[] {
  return [
    graph('Calls and errors', [
      metrics.api('Count', Stats.SUM),
      metrics.api('4XXError', Stats.SUM),
      metrics.api('5XXError', Stats.SUM),
    ]),
    graph('Latency in ms, with calls that ask to wait', [
      metrics.api('Latency', 'p50'),
      metrics.api('Latency', 'p90'),
      metrics.api('Latency', 'p99'),
    ]),
    graph(
      'Functions of the account: errors, throttles, at once',
      [metrics.functions('Errors', Stats.SUM), metrics.functions('Throttles', Stats.SUM)],
      [metrics.functions('ConcurrentExecutions', Stats.MAXIMUM)],
    ),
  ];
}

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

function sandboxWidgets(metrics: ServiceMetrics): readonly IWidget[] {
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

/** The workers that write the ends of starts, of boots and of saves. */
const stepWriters: readonly WorkerId[] = [
  'run-start-task',
  'boot-sandbox',
  'reconcile-sandbox',
  'wake-sandbox',
  'sweep-sandboxes',
];

function startWidgets(metrics: ServiceMetrics): readonly IWidget[] {
  const { settings } = metrics;
  return [
    graph(
      'Starts: all, failed, and seconds',
      [metrics.own('StartFailed', Stats.SAMPLE_COUNT), metrics.own('StartFailed')],
      [metrics.own('StartSeconds', 'p50'), metrics.own('StartSeconds', 'p95')],
    ),
    graph(
      'Starts by spec and kind, s: p50; p95',
      [metrics.by('StartSeconds', ['Spec', 'Start'], 'p50')],
      [metrics.by('StartSeconds', ['Spec', 'Start'], 'p95')],
    ),
    graph('Steps of starts, pauses and resumes by spec, s: p50', [metrics.by('StepSeconds', ['Spec', 'Step'], 'p50')]),
    graph('Steps of starts, pauses and resumes by spec, s: p95', [metrics.by('StepSeconds', ['Spec', 'Step'], 'p95')]),
    found(settings, {
      title: 'Seconds by spec, kind of start and step',
      of: stepWriters,
      query: [
        'filter ispresent(StepSeconds)',
        'stats count(*) as times, pct(StepSeconds, 50), pct(StepSeconds, 95), max(StepSeconds) by Spec, start, Step',
        'sort Spec, start, Step',
      ],
    }),
    found(settings, {
      title: 'Starts by outcome',
      of: ['run-start-task'],
      query: [
        'filter ispresent(StartFailed)',
        'stats count(*) as starts, avg(seconds) by end, status',
        'sort starts desc',
      ],
    }),
    found(settings, {
      title: 'Seconds by step of a start',
      of: ['run-start-task'],
      query: [
        "filter message.event = 'start task step done'",
        'stats count(*), avg(message.seconds), pct(message.seconds, 95), max(message.seconds) by message.step',
      ],
    }),
  ];
}

const DAY = Duration.days(1);

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
    graph('Requests that busy tables refused', [metrics.tableThrottles()]),
    graph('Usage differs, calls uncounted, audit lost', [
      metrics.own('UsageDifferences'),
      metrics.own('CallsUncounted'),
      metrics.own('AuditEntriesLost'),
    ]),
    graph('Cost of the account by day, US dollars', [costByDay()]),
  ];
}

/**
 * What AWS expects the month to cost so far, less what it expected a day before. AWS publishes it in one Region, for
 * accounts that have switched on billing alerts; it begins at nothing with each month.
 */
function costByDay(): MathExpression {
  const soFar = new Metric({
    namespace: 'AWS/Billing',
    metricName: 'EstimatedCharges',
    dimensionsMap: { Currency: 'USD' },
    statistic: Stats.MAXIMUM,
    period: DAY,
    region: 'us-east-1',
  });
  return new MathExpression({
    expression: 'IF(DIFF(total) < 0, total, DIFF(total))',
    usingMetrics: { total: soFar },
    period: DAY,
    label: 'dollars',
  });
}

/** A graph of these. A third of the page wide. */
function graph(title: string, left: readonly IMetric[], right: readonly IMetric[] = []): GraphWidget {
  return new GraphWidget({ title, left: [...left], right: [...right], width: 8, height: 6, leftYAxis: { min: 0 } });
}

interface LogQuery {
  readonly title: string;
  /** The workers whose logs it reads. */
  readonly of: readonly WorkerId[];
  readonly query: readonly string[];
  readonly view?: LogQueryVisualizationType;
}

/** A table, or another view, of what a query finds in the logs. */
function found(settings: Settings, { title, of, query, view }: LogQuery): LogQueryWidget {
  return new LogQueryWidget({
    title,
    logGroupNames: of.map((id) => `/aws/lambda/${functionNameOf(settings, id)}`),
    queryLines: [...query],
    view: view ?? LogQueryVisualizationType.TABLE,
    width: 8,
    height: 6,
  });
}
