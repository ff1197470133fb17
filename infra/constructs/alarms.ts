import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { MetricName } from '../../shared/platform/metrics.ts';

/** Where `shared/platform/metrics.ts` puts its figures. */
const NAMESPACE = 'AgentConversations';

const period = Duration.minutes(5);

const whenMissing = {
  comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
  treatMissingData: TreatMissingData.BREACHING,
};

const whenThere = {
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};

export interface AlarmsProps {
  /** Begins the alarms' names, and tells this deployment's metrics from those of others. */
  readonly deployment: string;
  /** How many failed messages wait for people. */
  readonly failures: IMetric;
  /** The topic that receives alarms and their ends. */
  readonly topicArn?: string | undefined;
}

interface Watch {
  readonly name: string;
  readonly means: string;
  readonly metric: IMetric;
  /** Whether figures below one are the trouble, and their absence too; otherwise figures above zero are. */
  readonly mustBeThere?: true;
}

/** Alarms for when the service cannot do its work; trouble of single sandboxes is in their records. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, { deployment, failures, topicArn }: AlarmsProps) {
    super(scope, id);
    const ownMetric = (metricName: MetricName, per = period) =>
      new Metric({
        namespace: NAMESPACE,
        metricName,
        dimensionsMap: { Deployment: deployment },
        statistic: Stats.SUM,
        period: per,
      });
    const watches: readonly Watch[] = [
      {
        name: 'sweep-silent',
        means:
          'No sweep was completed for five minutes: what signals have missed stays missed, and idle sandboxes run on.',
        metric: ownMetric('SweepCompleted'),
        mustBeThere: true,
      },
      {
        name: 'access-denied',
        means:
          'AWS denied the service something that it needs: a role, a key policy or an organisation policy is wrong.',
        metric: ownMetric('AccessErrors'),
      },
      {
        name: 'usage-differs',
        means:
          'ECS reported a task otherwise than the ledger of usage. The service corrected what it could prove; the log of reconcile-usage names each.',
        metric: ownMetric('UsageDifferences'),
      },
      {
        name: 'usage-not-compared',
        means:
          'The ledger of usage was not compared with ECS for an hour, after which ECS forgets: what it misses may stay missed.',
        metric: ownMetric('UsageCompared', Duration.hours(1)),
        mustBeThere: true,
      },
      {
        name: 'calls-uncounted',
        means:
          'Calls of API keys could not be counted: they pass without a limit, and are missing from the usage report.',
        metric: ownMetric('CallsUncounted'),
      },
      {
        name: 'audit-lost',
        means: 'A change is missing from the audit log.',
        metric: ownMetric('AuditEntriesLost'),
      },
      {
        name: 'work-failed',
        means:
          'An event failed at every try and lies in the dead-letter queue. The sweep makes up for it; its cause is a fault.',
        metric: failures,
      },
    ];
    const topic = topicArn === undefined ? undefined : Topic.fromTopicArn(this, 'Topic', topicArn);
    for (const { name, means, metric, mustBeThere } of watches) {
      const alarm = new Alarm(this, name, {
        alarmName: `${deployment}-${name}`,
        alarmDescription: means,
        metric,
        evaluationPeriods: 1,
        threshold: 1,
        ...(mustBeThere ? whenMissing : whenThere),
      });
      if (!topic) continue;
      alarm.addAlarmAction(new SnsAction(topic));
      alarm.addOkAction(new SnsAction(topic));
    }
  }
}
