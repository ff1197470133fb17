import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { EndpointId } from '../../shared/contract/coded-endpoints.ts';
import {
  METRIC_DIMENSION,
  METRIC_NAMESPACE,
  type MetricName,
  type metricDimensions,
} from '../../shared/contract/metrics.ts';
import type { WorkerId } from '../../shared/contract/workers.ts';
import { functionNameOf } from '../api/names.ts';
import { prefixOf, type Settings } from '../config.ts';

export const FIVE_MINUTES = Duration.minutes(5);

/** The tables that every request, start or event uses. They are the first to be throttled. */
export const busyTables = ['sandboxes', 'owners', 'startTasks', 'apiCalls', 'events'] as const;

type Dimension = (typeof metricDimensions)[number];

export interface ServiceMetricsProps {
  readonly settings: Settings;
  /** The number of messages in the dead-letter queue. */
  readonly failures: IMetric;
  /** The names of the tables; CloudFormation chooses some. */
  readonly tables: Readonly<Record<(typeof busyTables)[number], string>>;
}

/** The service's own metrics, and metrics that AWS publishes free of charge. */
export class ServiceMetrics {
  readonly failures: IMetric;
  readonly settings: Settings;
  readonly #tables: ServiceMetricsProps['tables'];

  constructor({ settings, failures, tables }: ServiceMetricsProps) {
    this.settings = settings;
    this.failures = failures;
    this.#tables = tables;
  }

  own(metricName: MetricName, statistic: string = Stats.SUM, period = FIVE_MINUTES): Metric {
    const dimensionsMap = { [METRIC_DIMENSION]: prefixOf(this.settings) };
    return new Metric({ namespace: METRIC_NAMESPACE, metricName, dimensionsMap, statistic, period });
  }

  /** One of the service's metrics by further dimensions: a line for each combination that has data. */
  by(metricName: MetricName, dimensions: readonly Dimension[], statistic: string): MathExpression {
    const period = FIVE_MINUTES;
    const schema = [METRIC_NAMESPACE, METRIC_DIMENSION, ...dimensions].join(',');
    const filter = `MetricName="${metricName}" ${METRIC_DIMENSION}="${prefixOf(this.settings)}"`;
    const expression = `SEARCH('{${schema}} ${filter}', '${statistic}', ${period.toSeconds()})`;
    return new MathExpression({ expression, usingMetrics: {}, period, label: '' });
  }

  /** A metric of the REST API's stage. */
  api(metricName: 'Count' | '4XXError' | '5XXError' | 'Latency', statistic: string): Metric {
    const dimensionsMap = { ApiName: prefixOf(this.settings), Stage: this.settings.stage };
    return new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap, statistic, period: FIVE_MINUTES });
  }

  /** A metric of one function. */
  of(id: EndpointId | WorkerId, metricName: string, statistic: string, period = FIVE_MINUTES): Metric {
    const dimensionsMap = { FunctionName: functionNameOf(this.settings, id) };
    return new Metric({ namespace: 'AWS/Lambda', metricName, dimensionsMap, statistic, period });
  }

  /** A metric of all functions of the account in this Region, which share its concurrency. */
  functions(metricName: 'Invocations' | 'Errors' | 'Throttles' | 'ConcurrentExecutions', statistic: string): Metric {
    return new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: FIVE_MINUTES });
  }

  /** The throttled requests of the busiest tables. */
  tableThrottles(): MathExpression {
    const usingMetrics = Object.fromEntries(
      busyTables.flatMap((table) =>
        (['ReadThrottleEvents', 'WriteThrottleEvents'] as const).map((metricName) => [
          `${table.toLowerCase()}_${metricName.charAt(0).toLowerCase()}`,
          new Metric({
            namespace: 'AWS/DynamoDB',
            metricName,
            dimensionsMap: { TableName: this.#tables[table] },
            statistic: Stats.SUM,
            period: FIVE_MINUTES,
          }),
        ]),
      ),
    );
    // Without the zeros, an alarm would not end: CloudWatch ignores missing data of DynamoDB.
    const expression = `SUM([${Object.keys(usingMetrics).join(', ')}, TIME_SERIES(0)])`;
    return new MathExpression({ expression, usingMetrics, period: FIVE_MINUTES, label: 'throttled requests' });
  }

  /** Fargate vCPUs in use in this account and Region, in percent of the quota. */
  fargateQuotaUsed(): MathExpression {
    const used = new Metric({
      namespace: 'AWS/Usage',
      metricName: 'ResourceCount',
      dimensionsMap: { Service: 'Fargate', Type: 'Resource', Resource: 'vCPU', Class: 'Standard/OnDemand' },
      statistic: Stats.MAXIMUM,
      period: FIVE_MINUTES,
    });
    const expression = '100 * used / SERVICE_QUOTA(used)';
    return new MathExpression({ expression, usingMetrics: { used }, period: FIVE_MINUTES, label: 'percent of quota' });
  }
}
