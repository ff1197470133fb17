import type { ExceededLimit } from '../../../contract/shapes/problem.ts';
import { AppError } from '../../../platform/errors.ts';
import { monthEnd } from './month.ts';

/** The names under which limits stand in `violated-policies` and in headers. */
const policyNames = {
  owner: { sandboxes: 'sandboxes', usd: 'monthly-budget', sandbox_hours: 'monthly-sandbox-hours' },
  key: { sandboxes: 'key-sandboxes', usd: 'key-monthly-budget', sandbox_hours: 'key-monthly-sandbox-hours' },
} as const;

/** @param running the sandboxes that count towards the limit */
export function limitExceeded(limit: ExceededLimit, running: readonly string[]): AppError {
  const whose = limit.scope === 'owner' ? '' : ' started by this API key and those that share its limit';
  const detail = `${limit.limit} sandboxes${whose} may run at a time; pause or delete one, or send ?on_limit=pause_oldest`;
  return new AppError('concurrency_limit_exceeded', detail, {
    extensions: { running_sandbox_ids: running, 'violated-policies': [nameOf(limit)], limit },
  });
}

export function quotaExceeded(limit: ExceededLimit, now: Date): AppError {
  const whose = limit.scope === 'owner' ? 'your account' : 'this API key and those that share it';
  const unit = limit.unit === 'usd' ? 'USD' : 'sandbox-hours';
  const used = `${limit.used} of ${limit.limit} ${unit} of this month are used or set aside by what runs`;
  const detail = `the budget of ${whose} has no room for another start: ${used}; it begins anew at ${limit.resets_at}`;
  const seconds = Math.ceil((monthEnd(now).getTime() - now.getTime()) / 1000);
  const extensions = { 'violated-policies': [nameOf(limit)], limit, retry_after_seconds: seconds };
  return new AppError('quota_exceeded', detail, { extensions });
}

function nameOf({ scope, unit }: ExceededLimit): string {
  return policyNames[scope][unit];
}
