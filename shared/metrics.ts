import { type Clock, systemClock } from './clock.ts';

/** What the service tells of itself in figures. Some have an alarm (`infra/constructs/alarms.ts`); the others are for the graphs of operators. */
export type MetricName =
  | 'SweepCompleted'
  | 'SweepFindings'
  | 'AccessErrors'
  | 'LaunchesRefused'
  | 'SandboxesRunning'
  // Calls for which the rate limit did not work, calls of the legacy generation, and actions that the audit log misses.
  | 'CallsUncounted'
  | 'LegacyCalls'
  // Where the ledger of usage is not what ECS says, and that both were compared.
  | 'UsageDifferences'
  | 'UsageCompared'
  | 'AuditEntriesLost';

export type MetricUnit = 'Count' | 'Seconds' | 'Milliseconds';

/** Publishes one figure. `details` stand beside it in the log, for people: they are no dimensions and cost nothing. */
export type Metric = (
  name: MetricName,
  value: number,
  unit: MetricUnit,
  details?: Readonly<Record<string, string | number | boolean>>,
) => void;

const NAMESPACE = 'AgentConversations';

/** Lines that CloudWatch reads as metrics while it stores them (embedded metric format): no call, no permission, no waiting. */
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

/** Past `console`: Lambda's JSON log format would put the line into a `message`, where CloudWatch does not look for metrics. */
function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
