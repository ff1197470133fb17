import { count, dollars } from '../../../../shared/presentation/money.ts';
import type { Limits } from '../../api/shapes.ts';

const ofService = 'Default of the service';

/** The limits of an owner, each in words. */
export function limitWords(limits: Limits): readonly (readonly [name: string, words: string])[] {
  const words = (limit: number | null, write: (amount: number) => string, none = ofService): string =>
    limit === null ? none : write(limit);
  return [
    ['Sandboxes at once', words(limits.sandboxes, count)],
    ['Requests per minute', words(limits.requests_per_minute, count)],
    ['Monthly budget', words(limits.monthly_budget_usd, dollars, 'None')],
    ['Sandbox hours per month', words(limits.monthly_sandbox_hours, count, 'None')],
  ];
}
