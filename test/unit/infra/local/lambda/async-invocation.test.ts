import { describe, expect, it } from 'vitest';
import { invokeWithRetries } from '../../../../../infra/local/lambda/async-invocation.ts';
import type { InstancePool } from '../../../../../infra/local/lambda/instance-pool.ts';

describe('asynchronous event of a throttled function', () => {
  const queuedSince = (acceptedAt: number) => ({ functionName: 'f', requestId: 'r', event: '{}', acceptedAt });
  const settings = { retries: 0, eventAgeMilliseconds: 60_000 };

  it('waits until the function may run, which costs it no attempt', async () => {
    let [refusals, runs] = [2, 0];
    const pool = {
      run: async () => {
        runs += 1;
        return { payload: null };
      },
    } as unknown as InstancePool;

    const isOver = await invokeWithRetries(pool, queuedSince(Date.now()), settings, {
      delaysMilliseconds: [0],
      signal: new AbortController().signal,
      log: (line) => expect.unreachable(line),
      isThrottled: () => {
        refusals -= 1;
        return refusals >= 0;
      },
    });

    expect([isOver, runs]).toEqual([true, 1]);
  });

  it('is given up when it is too old, and the log says so', async () => {
    const lines: string[] = [];

    await invokeWithRetries({} as InstancePool, queuedSince(Date.now() - 59_900), settings, {
      delaysMilliseconds: [0],
      signal: new AbortController().signal,
      log: (line) => lines.push(line),
      isThrottled: () => true,
    });

    expect(lines).toEqual([expect.stringContaining('given up after 0 attempts: it is too old')]);
  });
});
