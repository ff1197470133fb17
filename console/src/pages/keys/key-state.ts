import type { ApiKey } from '../../api/shapes.ts';

/** What became of a key, in one word. */
export interface KeyState {
  readonly word: 'Active' | 'Rotated' | 'Expired' | 'Not active yet';
  readonly tone: 'good' | 'warn' | 'plain';
}

type Dates = Pick<ApiKey, 'not_before' | 'expires_at' | 'rotated_to'>;

export function keyStateOf({ not_before: begin, expires_at: end, rotated_to: successor }: Dates, now: Date): KeyState {
  const at = now.toISOString();
  if (end !== null && end <= at) return { word: 'Expired', tone: 'plain' };
  if (begin !== null && begin > at) return { word: 'Not active yet', tone: 'plain' };
  return successor === null ? { word: 'Active', tone: 'good' } : { word: 'Rotated', tone: 'warn' };
}
