import { countWithin, type RequestWindows, type WindowRule, windowIsFull } from '../windows/request-windows.ts';
import { CODE_SECONDS } from './codes.ts';

/** Sign-ins that one address starts. */
export const loginsOfAddress: WindowRule = { name: 'device-logins-of-address', seconds: CODE_SECONDS, most: 30 };

/**
 * Sign-ins of the whole deployment. A code is valid for the length of a window and can outlast its own: up to twice
 * `most` codes are valid at a time, each with a pair of rows.
 */
export const loginsOfStage: WindowRule = { name: 'device-logins', seconds: CODE_SECONDS, most: 500 };

/** Polls of one address that are early or have unknown codes. */
export const strayPolls: WindowRule = { name: 'device-polls-of-address', seconds: 60, most: 60 };

/** User codes that one owner looks up or decides on: too few to guess a valid one. */
const attemptsOfOwner: WindowRule = { name: 'device-codes-tried', seconds: CODE_SECONDS, most: 20 };

type Counting = Pick<RequestWindows, 'count'>;

/** Counts a sign-in. Those refused for their address do not count for the service. @throws AppError `rate_limited` */
export async function countLogin(address: string, windows: Counting, now: Date): Promise<void> {
  const limitOf = ({ most, seconds }: WindowRule) => `can start ${most} sign-ins in ${seconds / 60} minutes`;
  await countWithin(loginsOfAddress, address, `An IP address ${limitOf(loginsOfAddress)}`, windows, now);
  await countWithin(loginsOfStage, '', `This service ${limitOf(loginsOfStage)}`, windows, now);
}

/** Counts a user code that an owner enters, valid or not. @throws AppError `rate_limited` */
export async function countAttempt(ownerId: string, windows: Counting, now: Date): Promise<void> {
  await countWithin(attemptsOfOwner, ownerId, 'Too many device codes were tried for this owner', windows, now);
}

/** Refuses an address with too many stray polls. @throws AppError `rate_limited`, which is `slow_down` for OAuth */
export function refuseStrayPolls(address: string, windows: Pick<RequestWindows, 'remembered'>, now: Date): void {
  const seconds = windows.remembered(strayPolls, address, now);
  if (seconds === undefined) return;
  const detail = 'This IP address polls too often, or with unknown codes';
  throw windowIsFull(strayPolls, detail, seconds, 'slow_down');
}
