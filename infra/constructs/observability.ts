import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { Alarms } from './alarms/alarms.ts';
import { MonthlyBudget } from './budget.ts';
import { ServiceDashboard } from './dashboard/dashboard.ts';
import { SavedQueries } from './saved-queries.ts';
import { busyTables, ServiceMetrics } from './service-metrics.ts';
import type { ServiceTable } from './service-table.ts';
import { TracedCalls } from './traced-calls.ts';

export interface ObservabilityProps {
  readonly settings: Settings;
  readonly data: Readonly<Record<(typeof busyTables)[number], ServiceTable>>;
  /** How many failed messages wait for people. */
  readonly failures: IMetric;
  /** The name of the log group with the API's access log. */
  readonly accessLogs: string;
}

/** What operators see of the service: alarms, dashboard, saved queries, traces and the warning before a budget. */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, { settings, data, failures, accessLogs }: ObservabilityProps) {
    super(scope, id);
    const named = busyTables.map((table) => [table, data[table].table.tableName] as const);
    const tables = Object.fromEntries(named) as Record<(typeof busyTables)[number], string>;
    const metrics = new ServiceMetrics({ settings, failures, tables });
    const { alarms } = new Alarms(this, 'Alarms', { settings, metrics });
    if (settings.dashboard) {
      new ServiceDashboard(this, 'Dashboard', { metrics, alarms });
      new SavedQueries(this, 'Queries', { settings, accessLogs });
    }
    if (settings.stage !== 'local') new TracedCalls(this, 'Traces', settings);
    const { monthlyBudgetDollars: dollars } = settings;
    if (dollars !== undefined) new MonthlyBudget(this, 'Budget', { settings, dollars });
  }
}
