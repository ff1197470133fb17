import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray';
import { Construct } from 'constructs';
import { codedEndpoints } from '../../shared/contract/coded-endpoints.ts';
import { type Tag, tagOf } from '../../shared/contract/endpoint/areas.ts';
import { workers } from '../../shared/contract/workers.ts';
import { logGroupNameOf } from '../api/names.ts';
import { prefixOf, type Settings } from '../config.ts';
import { Alarms } from './alarms/alarms.ts';
import { ServiceDashboard } from './dashboard.ts';
import { busyTables, ServiceMetrics } from './service-metrics.ts';
import type { ServiceTable } from './service-table.ts';

interface ObservabilityProps {
  readonly settings: Settings;
  readonly data: Readonly<Record<(typeof busyTables)[number], ServiceTable>>;
  /** The number of messages in the dead-letter queue. */
  readonly failures: IMetric;
  /** The name of the log group with the API's access log. */
  readonly accessLogs: string;
}

/** Alarms, dashboard, saved queries, traces and the budget. */
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

/** Thresholds in percent of the budget, of actual and forecast costs. */
const warnings = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
  { notificationType: 'ACTUAL', threshold: 100 },
] as const;

/**
 * AWS Budgets' warning about the cost of the whole account. The cost of this service alone would need a tag that the
 * operator activates for billing. A warning stops nothing.
 */
class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { settings, dollars }: { settings: Settings; dollars: number }) {
    super(scope, id);
    const { budgetMail, alarmTopicArn } = settings;
    const subscribers = [
      ...(budgetMail === undefined ? [] : [{ subscriptionType: 'EMAIL', address: budgetMail }]),
      ...(alarmTopicArn === undefined ? [] : [{ subscriptionType: 'SNS', address: alarmTopicArn }]),
    ];
    new CfnBudget(this, 'Month', {
      budget: {
        budgetName: `${prefixOf(settings)}-spend`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollars, unit: 'USD' },
      },
      notificationsWithSubscribers: warnings.map((warning) => ({
        notification: { ...warning, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers,
      })),
    });
  }
}

/**
 * The requests that X-Ray traces. X-Ray's default rule, one request per second, exceeds the free 100,000 traces a
 * month, and Lambda's sampling is not configurable. Therefore API Gateway decides, and functions pass its decision on.
 */
class TracedCalls extends Construct {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const prefix = prefixOf(settings);
    new CfnSamplingRule(this, 'Rule', {
      samplingRule: {
        // X-Ray allows 32 characters; the longest name and stage have fewer.
        ruleName: prefix,
        priority: 1_000,
        fixedRate: settings.tracedPercent / 100,
        reservoirSize: 0,
        serviceName: `${prefix}/${settings.stage}`,
        serviceType: 'AWS::ApiGateway::Stage',
        host: '*',
        httpMethod: '*',
        urlPath: '*',
        resourceArn: '*',
        version: 1,
      },
    });
  }
}

/** CloudWatch's limit of log groups per query. */
const MOST_GROUPS = 50;

interface SavedQuery {
  readonly name: string;
  readonly text: string;
  readonly groups: readonly string[];
}

/** A query for lines that contain an id. The operator replaces the placeholder PASTE_… */
const having = (placeholder: string): string =>
  [
    'fields @timestamp, @log, level, message.event, @message',
    `| filter @message like '${placeholder}'`,
    '| sort @timestamp asc',
    '| limit 500',
  ].join('\n');

const legacyCalls = [
  "filter message.event = 'legacy call'",
  '| stats count(*) as calls, max(@timestamp) as latest by message.owner_id, message.key_id, message.route',
  '| sort calls desc',
].join('\n');

const troubles = [
  'fields coalesce(message.event, @message) as event',
  "| filter level in ['WARN', 'ERROR', 'FATAL']",
  '| stats count(*) as lines, max(@timestamp) as latest by @log, level, event',
  '| sort lines desc',
].join('\n');

/** Saved queries of Logs Insights. They cost only when they run. */
class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, { settings, accessLogs }: Omit<ObservabilityProps, 'data' | 'failures'>) {
    super(scope, id);
    const groupOf = (named: { readonly id: string }) => logGroupNameOf(settings, named.id);
    const access = [accessLogs];
    const allWorkers = workers.map(groupOf);
    const ofTags = (...tags: readonly Tag[]) =>
      codedEndpoints.filter((endpoint) => tags.includes(tagOf(endpoint))).map(groupOf);
    const queries: readonly SavedQuery[] = [
      ...inBatches({
        name: 'by request id',
        text: having('PASTE_REQUEST_ID'),
        groups: [...access, ...codedEndpoints.map(groupOf)],
      }),
      ...inBatches({
        name: 'by sandbox',
        text: having('PASTE_SANDBOX_ID'),
        groups: [...allWorkers, ...ofTags('sandboxes', 'snapshots', 'webhooks')],
      }),
      ...inBatches({
        name: 'by conversation',
        text: having('PASTE_CONVERSATION_OR_START_TASK_ID'),
        groups: [
          ...allWorkers,
          ...ofTags('conversations', 'legacy-conversations', 'messages', 'start-tasks', 'webhooks'),
        ],
      }),
      ...inBatches({
        name: 'by owner',
        text: having('PASTE_OWNER_ID'),
        groups: [...access, ...allWorkers, ...ofTags('sandboxes', 'conversations', 'legacy-conversations', 'billing')],
      }),
      { name: 'warnings and errors of workers', text: troubles, groups: allWorkers },
      { name: 'calls of the legacy generation', text: legacyCalls, groups: [groupOf({ id: 'authorize' })] },
    ];
    for (const { name, text, groups } of queries) {
      new CfnQueryDefinition(this, name.replace(/\W+/g, '-'), {
        name: `${prefixOf(settings)}/${name}`,
        queryString: text,
        logGroupNames: [...groups],
      });
    }
  }
}

/** The query as one or more that read at most as many log groups as CloudWatch allows. */
function inBatches({ name, text, groups }: SavedQuery): readonly SavedQuery[] {
  const count = Math.ceil(groups.length / MOST_GROUPS);
  return Array.from({ length: count }, (_, batch) => ({
    name: count === 1 ? name : `${name} (${batch + 1} of ${count})`,
    text,
    groups: groups.slice(batch * MOST_GROUPS, (batch + 1) * MOST_GROUPS),
  }));
}
