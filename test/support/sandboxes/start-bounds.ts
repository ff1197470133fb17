import { noLimits } from '../../../shared/contract/shapes/limits.ts';
import type { StartBounds } from '../../../shared/domain/billing/budgets/start-rules.ts';

/** What bounds a start whose key has no limits of its own, for an owner who has none either. */
export function within(sandboxes: number, overrides: Partial<StartBounds> = {}): StartBounds {
  const key = { id: 'key000000001', limits: noLimits };
  return { sandboxes, known: noLimits, key, now: () => new Date(), ...overrides };
}
