import type { RequestWindows, WindowRule } from '../../domain/accounts/windows/request-windows.ts';

/** Sandboxes that requests from one address resume. A team behind one address wakes fewer in a minute. */
const wakesOfAddress: WindowRule = { name: 'wakes-of-address', seconds: 600, most: 60 };

/** @returns undefined, or the seconds until the address can wake again */
export function countWake(
  viewer: string,
  windows: Pick<RequestWindows, 'count'>,
  now: Date,
): Promise<number | undefined> {
  return windows.count(wakesOfAddress, viewer, now);
}
