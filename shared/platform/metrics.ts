import { type Clock, systemClock } from './clock.ts';

/** The metrics of the service. Some have an alarm (`infra/constructs/alarms.ts`); operators graph the others. */
export type MetricName =
  | 'SweepCompleted'
  | 'SweepFindings'
  | 'AccessErrors'
  | 'LaunchesRefused'
  | 'SandboxesRunning'
  // Calls for which the rate limit did not work, calls of the legacy generation, and actions that the audit log misses.
  | 'CallsUncounted'
  | 'LegacyCalls'
  // Differences between the usage ledger and ECS, and complete comparisons of both.
  | 'UsageDifferences'
  | 'UsageCompared'
  | 'AuditEntriesLost';

type MetricUnit = 'Count' | 'Seconds' | 'Milliseconds';

/** Publishes one figure. `details` stand beside it in the log, for people: they are no dimensions and cost nothing. */
export type Metric = (
  name: MetricName,
  value: number,
  unit: MetricUnit,
  details?: Readonly<Record<string, string | number | boolean>>,
) => void;

/** The namespace of all of them. */
export const NAMESPACE = 'AgentConversations';

/** Lines that CloudWatch reads as metrics (embedded metric format): no call, no permission, no waiting. */
export function embeddedMetric(deployment: string, now: Clock = systemClock, write = writeLine): Metric {
  return (name, value, unit, details = {}) => {
    const directive = {
      Namespace: NAMESPACE,
      Dimensions: [['Deployment']],
      Metrics: [{ Name: name, Unit: unit }],
    };
    const metadata = { Timestamp: now().getTime(), CloudWatchMetrics: [directive] };
    write(JSON.stringify({ ...details, _aws: metadata, Deployment: deployment, [name]: value }));
  };
}

/** Past `console`, whose JSON format would hide the line from CloudWatch in a `message`. */
function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
