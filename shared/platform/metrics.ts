import { type Clock, systemClock } from './clock.ts';

/**
 * The service's own metrics. Each has an alarm (`infra/constructs/alarms`) or a graph on the dashboard. CloudWatch
 * charges a custom metric for each hour in which it has data, and ten are free: what AWS counts by itself, and what is
 * only looked up, is none of these but a field of a log line.
 */
export const metricNames = [
  // 1 for a sweep that checked everything, 0 for another: the one metric of a deployment without users.
  'SweepCompleted',
  // AWS denied a call, or ECS refused a task.
  'AccessErrors',
  'LaunchesRefused',
  // 1 when the service could not, otherwise 0: their average is the share of failures, their count that of all ends.
  'StartFailed',
  'BootFailed',
  'SaveFailed',
  // From the request for a conversation until its agent has it.
  'StartSeconds',
  // The steps of starts, pauses and resumes, each by spec and step: see `steps` of start tasks and of sandboxes.
  'StepSeconds',
  // Calls for which the rate limit did not work, and actions that the audit log misses.
  'CallsUncounted',
  'AuditEntriesLost',
  // Differences between the usage ledger and ECS.
  'UsageDifferences',
] as const;

export type MetricName = (typeof metricNames)[number];

type MetricUnit = 'Count' | 'Seconds' | 'Milliseconds';

/** Fields beside a figure in the log, for people and log queries: they are no dimensions and cost nothing. */
export type MetricDetails = Readonly<
  Record<string, string | number | boolean | null | Readonly<Record<string, number>>>
>;

/** Dimensions beside the deployment. Each combination is a metric of its own: all have few values. */
export type MetricDimensions = Readonly<Partial<Record<(typeof metricDimensions)[number], string>>>;
export const metricDimensions = ['Spec', 'Start', 'Step'] as const;

/** Publishes one figure. */
export type Metric = (
  name: MetricName,
  value: number,
  unit: MetricUnit,
  details?: MetricDetails,
  dimensions?: MetricDimensions,
) => void;

/** The namespace of the metrics, and the dimension that all of them have. */
export const METRIC_NAMESPACE = 'AgentConversations';
export const METRIC_DIMENSION = 'Deployment';

/** Lines that CloudWatch reads as metrics (embedded metric format): no call, no permission, no waiting. */
export function embeddedMetric(deployment: string, now: Clock = systemClock, write = writeLine): Metric {
  return (name, value, unit, details = {}, dimensions = {}) => {
    const directive = {
      Namespace: METRIC_NAMESPACE,
      Dimensions: [[METRIC_DIMENSION, ...Object.keys(dimensions)]],
      Metrics: [{ Name: name, Unit: unit }],
    };
    const metadata = { Timestamp: now().getTime(), CloudWatchMetrics: [directive] };
    const known = { ...dimensions, [METRIC_DIMENSION]: deployment };
    write(JSON.stringify({ ...details, _aws: metadata, ...known, [name]: value }));
  };
}

/** Past `console`, whose JSON format would hide the line from CloudWatch in a `message`. */
function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
