import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import { prefixOf, type Settings } from '../config.ts';

export interface MonthlyBudgetProps {
  readonly settings: Settings;
  /** US dollars in a calendar month. */
  readonly dollars: number;
}

/** In percent of the budget: what was spent, and what AWS expects for the whole month. */
const warnings = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
  { notificationType: 'ACTUAL', threshold: 100 },
] as const;

/**
 * AWS Budgets' warning before the whole account costs more than this. Costs of one service alone would need a tag that
 * an operator has switched on for billing. A warning stops nothing.
 */
export class MonthlyBudget extends Construct {
  constructor(scope: Construct, id: string, { settings, dollars }: MonthlyBudgetProps) {
    super(scope, id);
    const { budgetMail, alarmTopicArn } = settings;
    const subscribers = [
      ...(budgetMail === undefined ? [] : [{ subscriptionType: 'EMAIL', address: budgetMail }]),
      ...(alarmTopicArn === undefined ? [] : [{ subscriptionType: 'SNS', address: alarmTopicArn }]),
    ];
    new CfnBudget(this, 'Month', {
      budget: {
        budgetName: `${prefixOf(settings)}-spend`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollars, unit: 'USD' },
      },
      notificationsWithSubscribers: warnings.map((warning) => ({
        notification: { ...warning, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers,
      })),
    });
  }
}
