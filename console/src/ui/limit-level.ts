/** How far a limit is used. */
export type LimitLevel = 'fine' | 'near' | 'reached';

/** From which share on a limit is near: that at which the service warns of a budget. */
const NEAR = 0.8;

export function limitLevel(used: number, limit: number): LimitLevel {
  if (used >= limit) return 'reached';
  return used >= limit * NEAR ? 'near' : 'fine';
}
