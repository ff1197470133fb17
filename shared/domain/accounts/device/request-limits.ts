import { CODE_SECONDS } from './codes.ts';
import { type RequestWindows, type WindowRule, windowIsFull } from './request-windows.ts';

/** Every device login that one address begins. */
export const loginsOfAddress: WindowRule = { name: 'device-logins-of-address', seconds: CODE_SECONDS, most: 30 };

/**
 * Every device login of the deployment. As a code ends after one window, never more than twice as many codes work, and
 * never more than twice as many pairs of rows wait for their removal.
 */
export const loginsOfStage: WindowRule = { name: 'device-logins', seconds: CODE_SECONDS, most: 500 };

/** Polls of one address with codes that do not exist, or that come too soon. */
export const strayPolls: WindowRule = { name: 'device-polls-of-address', seconds: 60, most: 60 };

/** User codes that one owner names: too few to find one by chance among those that work. */
const attemptsOfOwner: WindowRule = { name: 'device-codes-tried', seconds: CODE_SECONDS, most: 10 };

type Counting = Pick<RequestWindows, 'count'>;

/** The address is counted first: one that is refused takes no room from the others. @throws AppError `rate_limited` */
export async function countLogin(address: string, windows: Counting, now: Date): Promise<void> {
  const minutes = CODE_SECONDS / 60;
  const ofAddress = await windows.count(loginsOfAddress, address, now);
  if (ofAddress !== undefined) {
    const detail = `An IP address can start ${loginsOfAddress.most} sign-ins in ${minutes} minutes`;
    throw windowIsFull(loginsOfAddress, detail, ofAddress);
  }
  const ofStage = await windows.count(loginsOfStage, '', now);
  if (ofStage === undefined) return;
  const detail = `This service can start ${loginsOfStage.most} sign-ins in ${minutes} minutes`;
  throw windowIsFull(loginsOfStage, detail, ofStage);
}

/** Counts a user code that an owner names, found or not. @throws AppError `rate_limited` after too many */
export async function countAttempt(ownerId: string, windows: Counting, now: Date): Promise<void> {
  const seconds = await windows.count(attemptsOfOwner, ownerId, now);
  if (seconds === undefined) return;
  throw windowIsFull(attemptsOfOwner, 'Too many codes were tried with your API keys', seconds);
}

/** Refuses an address whose stray polls used up its window. @throws AppError `rate_limited`, `slow_down` for OAuth */
export function requirePatience(address: string, windows: Pick<RequestWindows, 'remembered'>, now: Date): void {
  const seconds = windows.remembered(strayPolls, address, now);
  if (seconds === undefined) return;
  const detail = 'This IP address polls too often, or with unknown codes';
  throw windowIsFull(strayPolls, detail, seconds, 'slow_down');
}
