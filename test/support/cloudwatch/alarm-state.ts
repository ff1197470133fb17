import { evaluateMath, type Series } from './metric-math.ts';
import type { MetricReference, PublishedMetrics } from './published-metrics.ts';

export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

interface Query {
  readonly Id: string;
  readonly Expression?: string;
  readonly MetricStat?: { readonly Metric: MetricReference; readonly Period: number; readonly Stat: string };
  readonly Period?: number;
  readonly ReturnData?: boolean;
}

/** The properties of `AWS::CloudWatch::Alarm` that determine its state. */
export interface AlarmProperties extends Partial<MetricReference> {
  readonly AlarmName: string;
  readonly Period?: number;
  readonly Statistic?: string;
  readonly ExtendedStatistic?: string;
  readonly Metrics?: readonly Query[];
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm?: number;
  readonly Threshold: number;
  readonly ComparisonOperator: string;
  readonly TreatMissingData?: string;
}

/** Behavior that AWS does not document. An alarm must be right in every case. */
export interface Semantics {
  /** The number of extra periods that CloudWatch evaluates. */
  readonly extraPeriods: number;
  readonly fillsEmpty: boolean;
}

const QUOTA = 100;

/**
 * The next state of an alarm by the documented rules. CloudWatch evaluates the latest periods with a value, and treats
 * missing ones as `TreatMissingData` specifies if there are too few.
 */
export function nextState(
  alarm: AlarmProperties,
  metrics: PublishedMetrics,
  minute: number,
  state: AlarmState,
  semantics: Semantics,
): AlarmState {
  const { EvaluationPeriods: of, DatapointsToAlarm: some = of, TreatMissingData } = alarm;
  const values = seriesOf(alarm, metrics, minute, semantics).filter((value) => value !== undefined);
  const latest = values.slice(-of);
  const bad = latest.filter((value) => isBreaching(alarm, value)).length;
  const absent = of - latest.length;
  switch (absent === 0 ? 'none' : TreatMissingData) {
    case 'none':
    case 'notBreaching':
      return bad >= some ? 'ALARM' : 'OK';
    case 'breaching':
      return bad + absent >= some ? 'ALARM' : 'OK';
    case 'ignore':
      if (bad >= some) return 'ALARM';
      return bad + absent < some ? 'OK' : state;
    default:
      throw new Error(`${alarm.AlarmName}: say how absent data are treated`);
  }
}

function seriesOf(alarm: AlarmProperties, metrics: PublishedMetrics, minute: number, semantics: Semantics): Series {
  const { Metrics: queries, Namespace = '', MetricName = '', Dimensions = [] } = alarm;
  const length = alarm.EvaluationPeriods + semantics.extraPeriods;
  const read = (metric: MetricReference, statistic: string, seconds: number): Series => {
    const period = seconds / 60;
    // The current period counts with its values so far.
    const end = (Math.floor(minute / period) + 1) * period;
    return Array.from({ length }, (_, index) => {
      const from = end - (length - index) * period;
      return metrics.statistic(metric, statistic, from, Math.min(from + period, minute + 1));
    });
  };
  if (!queries) {
    const statistic = alarm.Statistic ?? alarm.ExtendedStatistic ?? '';
    return read({ Namespace, MetricName, Dimensions }, statistic, alarm.Period ?? 0);
  }
  const series = (id: string): Series => {
    const query = queries.find(({ Id }) => Id === id);
    if (query?.MetricStat) return read(query.MetricStat.Metric, query.MetricStat.Stat, query.MetricStat.Period);
    if (query?.Expression === undefined) throw new Error(`${alarm.AlarmName}: nothing has the id ${id}`);
    const { fillsEmpty } = semantics;
    return evaluateMath(query.Expression, { length, series, quotaOf: () => QUOTA, fillsEmpty });
  };
  const returned = queries.filter(({ ReturnData }) => ReturnData !== false);
  if (returned.length !== 1) throw new Error(`${alarm.AlarmName}: ${returned.length} results`);
  return series(returned[0]?.Id ?? '');
}

function isBreaching({ ComparisonOperator, Threshold, AlarmName }: AlarmProperties, value: number): boolean {
  if (ComparisonOperator === 'LessThanThreshold') return value < Threshold;
  if (ComparisonOperator === 'GreaterThanOrEqualToThreshold') return value >= Threshold;
  throw new Error(`${AlarmName}: the comparison ${ComparisonOperator} is not known`);
}
