import type { ExceededLimit } from '../../../contract/shapes/problem.ts';
import { timestamp } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Suspension } from '../../billing/budgets/account.ts';
import { holders } from '../../billing/budgets/check-admission.ts';
import { monthEnd } from '../../billing/budgets/monthly-budget.ts';
import { usdOf } from '../../billing/usage/amounts.ts';
import type { BudgetUse, CallBudget } from './call-budgets.ts';

/** @param running whether the refusal is due to calls in progress, which can end below their reservation */
export function budgetRefused({ scope, limit }: CallBudget, { spent, inProgress }: BudgetUse, now: Date): AppError {
  const resetsAt = timestamp(monthEnd(now));
  const used = `${usdOf(spent)} of ${usdOf(limit)} USD of this month are used or reserved${waiting(inProgress)}`;
  const detail = `The budget of ${holders[scope]} has no room for this request to the model: ${used}. Raise the budget, or wait until ${resetsAt}.`;
  return quotaExceeded(detail, `${scope === 'owner' ? '' : `${scope}-`}monthly-budget`, {
    ...{ scope, unit: 'usd', limit: usdOf(limit), used: usdOf(spent), resets_at: resetsAt },
  });
}

/** @param limit in micro-USD */
export function conversationRefused(limit: number, { spent, inProgress }: BudgetUse): AppError {
  const used = `${usdOf(spent)} of ${usdOf(limit)} USD are used or reserved${waiting(inProgress)}`;
  const detail = `The budget of this conversation (max_budget_per_task) has no room for this request to the model: ${used}. Raise it to go on.`;
  return quotaExceeded(detail, 'conversation-budget', {
    ...{ scope: 'conversation', unit: 'usd', limit: usdOf(limit), used: usdOf(spent), resets_at: null },
  });
}

function waiting(inProgress: number): string {
  return inProgress > 0 ? ` (with ${inProgress} other requests in progress)` : '';
}

function quotaExceeded(detail: string, policy: string, limit: ExceededLimit): AppError {
  return new AppError('quota_exceeded', detail, { extensions: { 'violated-policies': [policy], limit } });
}

/** @param scope whose concurrent calls reached the limit */
export function tooManyCalls(scope: 'sandbox' | 'owner', limit: number): AppError {
  const whose = scope === 'sandbox' ? 'of this sandbox' : 'of this owner';
  const detail = `At most ${limit} requests to models ${whose} can be in progress. Wait until one ends.`;
  return new AppError('concurrency_limit_exceeded', detail, {
    extensions: {
      'violated-policies': [scope === 'sandbox' ? 'sandbox-model-calls' : 'model-calls'],
      limit: { scope, unit: 'model_calls', limit, used: limit, resets_at: null },
      retry_after_seconds: 1,
    },
  });
}

export function priceUnknown(model: string): AppError {
  const detail = `A budget applies, and the price of the model ${model} is not known. Give it one: input_cost_per_token and output_cost_per_token in the settings or the profile of the model, or the stage's setting modelPrices.`;
  return new AppError('model_price_unknown', detail);
}

export function ownerSuspended({ reason }: Pick<Suspension, 'reason'>): AppError {
  const why = reason === null ? '' : ` Reason: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`;
  const detail = `This owner is suspended: no request to a model is sent.${why} Ask the operator of this service to lift the suspension.`;
  return new AppError('owner_suspended', detail);
}
