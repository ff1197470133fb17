import { type Limits, noLimits } from '../../../shared/contract/shapes/limits.ts';
import type { StartBounds, StartingKey } from '../../../shared/domain/billing/budgets/start-rules.ts';

/** A key that is a lineage by itself. */
export function aKey(id: string, limits: Partial<Limits> = {}): StartingKey {
  return { id, lineages: [{ id, limits: { ...noLimits, ...limits } }] };
}

/** What bounds a start whose key has no limits of its own, for an owner who has none either. */
export function within(sandboxes: number, overrides: Partial<StartBounds> = {}): StartBounds {
  const key = aKey('key000000001');
  return { sandboxes, known: noLimits, key, now: () => new Date(), ...overrides };
}
