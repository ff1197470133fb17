import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { EndpointId } from '../../shared/contract/index.ts';
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

/** The tables on the way of every call, start or event: the first ones that can get too much at once. */
export const busyTables = ['sandboxes', 'owners', 'startTasks', 'apiCalls', 'events'] as const;

type Dimension = (typeof metricDimensions)[number];

export interface ServiceMetricsProps {
  readonly settings: Settings;
  /** How many failed messages wait for people. */
  readonly failures: IMetric;
  /** Their names, some of which CloudFormation chooses. */
  readonly tables: Readonly<Record<(typeof busyTables)[number], string>>;
}

/** Where each figure is found: the service's own in its namespace, all others as AWS publishes them for nothing. */
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

  /** One by its further dimensions, a line for each combination that has figures. */
  by(
    metricName: MetricName,
    dimensions: readonly Dimension[],
    statistic: string,
    period = FIVE_MINUTES,
  ): MathExpression {
    const schema = [METRIC_NAMESPACE, METRIC_DIMENSION, ...dimensions].join(',');
    const filter = `MetricName="${metricName}" ${METRIC_DIMENSION}="${prefixOf(this.settings)}"`;
    const expression = `SEARCH('{${schema}} ${filter}', '${statistic}', ${period.toSeconds()})`;
    return new MathExpression({ expression, usingMetrics: {}, period, label: '' });
  }

  /** Of the stage of the REST API. */
  api(metricName: 'Count' | '4XXError' | '5XXError' | 'Latency', statistic: string, period = FIVE_MINUTES): Metric {
    const dimensionsMap = { ApiName: prefixOf(this.settings), Stage: this.settings.stage };
    return new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap, statistic, period });
  }

  /** Of one function. */
  of(id: EndpointId | WorkerId, metricName: string, statistic: string, period = FIVE_MINUTES): Metric {
    const dimensionsMap = { FunctionName: functionNameOf(this.settings, id) };
    return new Metric({ namespace: 'AWS/Lambda', metricName, dimensionsMap, statistic, period });
  }

  /** Of all functions of the account in this Region, which share its concurrency. */
  functions(metricName: 'Invocations' | 'Errors' | 'Throttles' | 'ConcurrentExecutions', statistic: string): Metric {
    return new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period: FIVE_MINUTES });
  }

  /** Requests that the busiest tables refused for being too many at once. */
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
    // CloudWatch ignores absent figures of DynamoDB, whatever an alarm says: the zeros let it end.
    const expression = `SUM([${Object.keys(usingMetrics).join(', ')}, TIME_SERIES(0)])`;
    return new MathExpression({ expression, usingMetrics, period: FIVE_MINUTES, label: 'throttled requests' });
  }

  /** Fargate's vCPUs in use in this account and Region, in percent of its quota. */
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
