import { deployedOf, type Input, type JsonOperations, type Source } from './source.ts';

interface Query {
  readonly Id: string;
  readonly MetricStat: {
    readonly Metric: {
      readonly Namespace: string;
      readonly MetricName: string;
      readonly Dimensions?: readonly { readonly Name: string; readonly Value: string }[];
    };
  };
}

export const cloudwatch: JsonOperations = (operation, input, source) => {
  switch (operation) {
    case 'DescribeAlarms':
      return { MetricAlarms: alarms(input, source) };
    case 'GetMetricData':
      return {
        MetricDataResults: (input.MetricDataQueries as readonly Query[]).map((query) => result(query, input, source)),
      };
    default:
      return undefined;
  }
};

/** Alarms of the template never ring here, as nothing evaluates them. */
function alarms({ AlarmNamePrefix }: Input, source: Source): readonly object[] {
  const own = deployedOf('AWS::CloudWatch::Alarm', source).map(({ properties }) => ({
    name: String(properties.AlarmName),
    state: 'OK',
    means: String(properties.AlarmDescription ?? ''),
  }));
  return [...own, ...source.facts.alarms]
    .filter(({ name }) => name.startsWith(String(AlarmNamePrefix ?? '')))
    .map(({ name, state, means }) => ({
      AlarmName: name,
      AlarmDescription: means,
      StateValue: state,
      StateReason: 'as the state of the local account says',
      StateUpdatedTimestamp: source.now.getTime() / 1000,
      ActionsEnabled: true,
      AlarmActions: [],
    }));
}

/** Times come and go in seconds. */
function result({ Id, MetricStat: { Metric } }: Query, { StartTime, EndTime }: Input, source: Source): object {
  const points = pointsOf(Metric, new Date(Number(StartTime) * 1000), new Date(Number(EndTime) * 1000), source);
  return {
    Id,
    Label: Metric.MetricName,
    StatusCode: 'Complete',
    Timestamps: points.map(({ at }) => at / 1000),
    Values: points.map(({ value }) => value),
  };
}

function pointsOf(
  { Namespace, MetricName, Dimensions = [] }: Query['MetricStat']['Metric'],
  from: Date,
  to: Date,
  source: Source,
) {
  const { facts, metrics } = source;
  if (Namespace === 'AWS/Lambda' && MetricName === 'IteratorAge') {
    return [{ at: to.getTime() - 1, value: facts.iterator_age_ms }];
  }
  if (facts.metrics_lost) return [];
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
  return metrics.between(Namespace, MetricName, dimensions, from, to);
}
