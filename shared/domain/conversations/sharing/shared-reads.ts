import type { Clock } from '../../../platform/clock.ts';
import { callerAddress } from '../../accounts/windows/caller-address.ts';
import { countWithin, type RequestWindows, type WindowRule } from '../../accounts/windows/request-windows.ts';

/** Reads of public conversations by one address. */
const sharedReads: WindowRule = { name: 'shared-reads-of-address', seconds: 60, most: 240 };

export interface SharedReadDeps {
  readonly windows: Pick<RequestWindows, 'count'>;
  readonly now: Clock;
}

/** Counts a read of public conversations. @throws AppError `rate_limited` */
export async function countSharedRead(sourceIp: string | null, { windows, now }: SharedReadDeps): Promise<void> {
  const limit = `An IP address can read shared conversations ${sharedReads.most} times in a minute`;
  await countWithin(sharedReads, callerAddress(sourceIp), limit, windows, now());
}
