import { noLimits } from '../../shared/budgets/account.ts';
import type { StartBounds } from '../../shared/budgets/verdict.ts';

/** What bounds a start whose key has no limits of its own, for an owner who has none either. */
export function within(sandboxes: number, overrides: Partial<StartBounds> = {}): StartBounds {
  const key = { id: 'key000000001', sandboxes: null, microUsd: null, seconds: null };
  return { sandboxes, known: noLimits, key, now: () => new Date(), ...overrides };
}
