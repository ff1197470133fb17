import { GraphWidget, type IMetric, LogQueryVisualizationType, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { WorkerId } from '../../../shared/contract/workers.ts';
import { functionNameOf } from '../../api/names.ts';
import type { Settings } from '../../config.ts';

/** A graph of these. A third of the page wide. */
export function graph(title: string, left: readonly IMetric[], right: readonly IMetric[] = []): GraphWidget {
  return new GraphWidget({ title, left: [...left], right: [...right], width: 8, height: 6, leftYAxis: { min: 0 } });
}

export interface LogQuery {
  readonly title: string;
  /** The workers whose logs it reads. */
  readonly of: readonly WorkerId[];
  readonly query: readonly string[];
  readonly view?: LogQueryVisualizationType;
}

/** A table, or another view, of what a query finds in the logs. */
export function found(settings: Settings, { title, of, query, view }: LogQuery): LogQueryWidget {
  return new LogQueryWidget({
    title,
    logGroupNames: of.map((id) => `/aws/lambda/${functionNameOf(settings, id)}`),
    queryLines: [...query],
    view: view ?? LogQueryVisualizationType.TABLE,
    width: 8,
    height: 6,
  });
}
