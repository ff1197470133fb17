import { deployedOf, type Input, type JsonOperations, type Source } from './source.ts';

export const cloudwatch: JsonOperations = (operation, input, source) =>
  operation === 'DescribeAlarms' ? { MetricAlarms: alarms(input, source) } : undefined;

/** Nothing evaluates alarms here, so alarms of the template are always OK. */
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
