import { METRIC_DIMENSION, METRIC_NAMESPACE, type MetricName, type metricDimensions } from '../contract/metrics.ts';
import { type Clock, systemClock } from './clock.ts';

type MetricUnit = 'Count' | 'Seconds' | 'Milliseconds';

/** Fields of the log line, for people and log queries. They are not dimensions and cost nothing. */
export type MetricDetails = Readonly<
  Record<string, string | number | boolean | null | Readonly<Record<string, number>>>
>;

type MetricDimensions = Readonly<Partial<Record<(typeof metricDimensions)[number], string>>>;

/** Publishes one value of a metric. */
export type Metric = (
  name: MetricName,
  value: number,
  unit: MetricUnit,
  details?: MetricDetails,
  dimensions?: MetricDimensions,
) => void;

/** Writes log lines that CloudWatch reads as metrics (embedded metric format), without a call or a permission. */
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

/** Bypasses `console`, whose JSON format would put the line into `message`, where CloudWatch does not find it. */
function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
