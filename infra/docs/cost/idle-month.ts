import { idle } from './assumptions.ts';
import type { Item } from './bill.ts';
import type { Deployed } from './deployed.ts';
import { scheduledGigabyteSeconds, scheduledRuns } from './schedules.ts';
import { standingChargesOf } from './standing-charges.ts';
import type { Sold } from './unit-prices.ts';

/** How the page calls what is charged for being there. */
const names: Partial<Record<Sold, string>> = {
  key: 'KMS key of the vault',
  secret: 'master secret (Secrets Manager)',
  alarmMetric: 'alarms',
  compositeAlarm: 'composite alarms',
  dashboard: 'dashboards',
  metric: 'metric filters of logs',
};

/** Each item of a month in which a stage is deployed and gets no calls. */
export function idleMonth(resources: readonly Deployed[]): readonly Item[] {
  const standing = Map.groupBy(standingChargesOf(resources), ({ sold }) => sold);
  const runs = scheduledRuns(resources);
  const sweeps = Math.max(...resources.map((resource) => scheduledRuns([resource])));
  const tables = resources.filter(({ type }) => type === 'AWS::DynamoDB::Table');
  const isTraced = resources.some(({ properties }) =>
    JSON.stringify(properties.TracingConfig ?? '').includes('Active'),
  );
  const reads = sweeps * idle.tableRequestsOfSweep * idle.readUnitsOfRequest;
  return [
    ...[...standing].map(([sold, all]) => ({
      what: names[sold] ?? sold,
      sold,
      units: all.reduce((sum, { units }) => sum + units, 0),
    })),
    { what: 'metrics of the scheduled workers', sold: 'metric', units: idle.metrics.length },
    { what: 'runs of the scheduled workers', sold: 'lambdaRequest', units: runs },
    {
      what: 'time of these runs',
      sold: 'lambdaGigabyteSecond',
      units: scheduledGigabyteSeconds(resources, idle.runSeconds),
    },
    { what: 'traces of these runs (X-Ray)', sold: 'trace', units: isTraced ? runs : 0 },
    { what: 'logs of these runs', sold: 'logGigabyte', units: (runs * idle.logBytesOfRun) / 1e9 },
    { what: 'reads of the sweep (DynamoDB)', sold: 'tableRead', units: reads },
    { what: `storage of ${tables.length} tables`, sold: 'tableGigabyte', units: idle.tableGigabytes },
    {
      what: 'point-in-time recovery of tables',
      sold: 'recoveryGigabyte',
      units: tables.some(isRecoverable) ? idle.tableGigabytes : 0,
    },
  ];
}

function isRecoverable({ properties }: Deployed): boolean {
  return JSON.stringify(properties.PointInTimeRecoverySpecification ?? '').includes('true');
}
