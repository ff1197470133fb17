import type { AlarmProperties } from '../support/cloudwatch/alarm-state.ts';
import { Synthesis } from './synthesis.ts';

let known: Synthesis | undefined;

/** The settings with all alarms and a budget. */
export const full = {
  alarms: 'all',
  alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:operators',
  monthlyBudgetDollars: 250,
  budgetMail: 'ops@example.com',
  tracedPercent: 20,
} as const;

/** The stage prod with all alarms and a budget, synthesised once. */
export function fullyObserved(): Synthesis {
  if (known) return known;
  known = new Synthesis({ stage: 'prod', context: full });
  known.remove();
  return known;
}

export function alarmsOf(synthesis: Synthesis): readonly AlarmProperties[] {
  return synthesis.resources('api', 'AWS::CloudWatch::Alarm').map(({ properties }) => properties);
}

/** An alarm's name in the tables and the runbook. */
export function shortName({ AlarmName }: AlarmProperties): string {
  return AlarmName.replace('agent-conversations-prod-', '');
}
