import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { prefixOf, type Settings } from '../../config.ts';
import type { ServiceMetrics } from '../service-metrics.ts';
import type { AlarmSpec } from './alarm-spec.ts';
import { functionAlarms } from './functions.ts';
import { requestAlarms } from './requests.ts';
import { sandboxAlarms } from './sandboxes.ts';
import { upkeepAlarms } from './upkeep.ts';

/** Every alarm, what users feel first. */
const alarmSpecs: readonly AlarmSpec[] = [...requestAlarms, ...sandboxAlarms, ...functionAlarms, ...upkeepAlarms];

export interface AlarmsProps {
  readonly settings: Settings;
  readonly metrics: ServiceMetrics;
}

/** The alarms that the setting `alarms` asks for. Trouble of a single sandbox is in its record, and rings nothing. */
export class Alarms extends Construct {
  readonly alarms: readonly Alarm[];

  constructor(scope: Construct, id: string, { settings, metrics }: AlarmsProps) {
    super(scope, id);
    const wanted = alarmSpecs.filter(({ set }) => settings.alarms === 'all' || settings.alarms === set);
    this.alarms = wanted.map((spec) => this.#alarm(spec, prefixOf(settings), metrics));
    const { alarmTopicArn } = settings;
    if (alarmTopicArn === undefined) return;
    const action = new SnsAction(Topic.fromTopicArn(this, 'Topic', alarmTopicArn));
    for (const alarm of this.alarms) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
  }

  #alarm({ name, means, metric, rings, periods = [1, 1], whenMissing }: AlarmSpec, prefix: string, on: ServiceMetrics) {
    const [some, of] = periods;
    return new Alarm(this, name, {
      alarmName: `${prefix}-${name}`,
      alarmDescription: means,
      metric: metric(on),
      datapointsToAlarm: some,
      evaluationPeriods: of,
      treatMissingData: whenMissing ?? TreatMissingData.NOT_BREACHING,
      ...('below' in rings
        ? { comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD, threshold: rings.below }
        : { comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD, threshold: rings.atLeast }),
    });
  }
}
