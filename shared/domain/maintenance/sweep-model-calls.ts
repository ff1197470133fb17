import type { Clock } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { expired } from '../broker/calls/call-result.ts';
import type { DynamoOverdueCalls } from '../broker/calls/dynamo-model-call-log.ts';
import type { DynamoModelCallEnds } from '../broker/calls/dynamo-model-calls.ts';

export interface ModelCallSweepDeps {
  readonly overdueCalls: Pick<DynamoOverdueCalls, 'overdue'>;
  readonly callEnds: Pick<DynamoModelCallEnds, 'close'>;
  readonly now: Clock;
}

/** How long the end of a call can take to be written, in milliseconds. */
const GRACE = 60_000;

/** Calls that one sweep closes, and how many at once. The next sweep continues. */
const MOST = 500;
const AT_ONCE = 10;

/**
 * Closes calls of models whose function died, at their largest possible cost. Their counts and budgets are right again
 * then, as the transaction of the close changes them: nothing else can leave a count behind. A close that comes
 * meanwhile wins or loses the race as any other.
 *
 * @returns how many it closed
 */
export async function sweepModelCalls({ overdueCalls, callEnds, now }: ModelCallSweepDeps): Promise<number> {
  const overdue = await overdueCalls.overdue(new Date(now().getTime() - GRACE), MOST);
  const left = overdue.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const call of left) await callEnds.close(call, expired).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const closed = overdue.length - failures.length;
  if (closed > 0) log.warn('calls of models never ended, and were closed at their largest possible costs', { closed });
  if (failures.length > 0)
    log.error('sweep did not close calls of models', { count: failures.length, error: failures[0] });
  return closed;
}
