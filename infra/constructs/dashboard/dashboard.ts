import { Duration } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, type IAlarm, type IWidget, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { prefixOf } from '../../config.ts';
import type { ServiceMetrics } from '../service-metrics.ts';
import { requestWidgets } from './requests.ts';
import { sandboxWidgets } from './sandboxes.ts';
import { startWidgets } from './starts.ts';
import { upkeepWidgets } from './upkeep.ts';

export interface ServiceDashboardProps {
  readonly metrics: ServiceMetrics;
  readonly alarms: readonly IAlarm[];
}

/**
 * One page for the operator on call, named as the stage. The first three dashboards of an account with up to 50 metrics
 * each are free. What is no metric, a query reads from the logs when an operator looks.
 */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, { metrics, alarms }: ServiceDashboardProps) {
    super(scope, id);
    new Dashboard(this, 'Page', {
      dashboardName: prefixOf(metrics.settings),
      defaultInterval: Duration.hours(24),
      widgets: [
        ...(alarms.length === 0 ? [] : [[statesOf(alarms)]]),
        ...section('Requests', requestWidgets(metrics)),
        ...section('Starts of conversations', startWidgets(metrics)),
        ...section('Sandboxes', sandboxWidgets(metrics)),
        ...section('Upkeep and cost', upkeepWidgets(metrics)),
      ],
    });
  }
}

function statesOf(alarms: readonly IAlarm[]): IWidget {
  return new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: 3 });
}

function section(title: string, widgets: readonly IWidget[]): IWidget[][] {
  return [[new TextWidget({ markdown: `## ${title}`, width: 24, height: 1 })], [...widgets]];
}
