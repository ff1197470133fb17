import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { invokeWithRetries } from '../../../../../infra/local/lambda/async-invocation.ts';
import { readSettings } from '../../../../../infra/local/lambda/function-settings.ts';
import { InstancePool } from '../../../../../infra/local/lambda/instance-pool.ts';
import type { Outcome } from '../../../../../infra/local/lambda/outcome.ts';
import { anAssembly, aResource } from '../../../../integration/infra/local/an-assembly.ts';

describe('instances of a function', () => {
  /** A process with a slow start that runs each invocation until told to end. */
  class Slow {
    alive = true;
    readonly ready: Promise<Outcome | undefined>;
    readonly #ends: (() => void)[] = [];

    constructor(startMilliseconds: number) {
      this.ready = new Promise((resolve) => setTimeout(() => resolve(undefined), startMilliseconds));
    }

    async run(): Promise<Outcome> {
      await this.ready;
      await new Promise<void>((resolve) => this.#ends.push(resolve));
      return { payload: this };
    }

    end(): void {
      this.#ends.shift()?.();
    }

    async stop(): Promise<void> {
      this.alive = false;
      this.end();
    }
  }

  let started: Slow[];
  const poolOf = (limit: number, startMilliseconds = 200) =>
    new InstancePool(
      () => {
        const instance = new Slow(startMilliseconds);
        started.push(instance);
        return instance;
      },
      limit,
      60_000,
    );
  const invocation = { requestId: 'one', event: '{}' };

  beforeEach(() => {
    vi.useFakeTimers();
    started = [];
  });
  afterEach(() => vi.useRealTimers());

  it('are new ones after a renewal, while running calls end in theirs', async () => {
    const pool = poolOf(10, 0);
    const busy = pool.run(invocation);
    await vi.advanceTimersByTimeAsync(1);
    pool.renew();
    started[0]?.end();
    await busy;

    const next = pool.run(invocation);
    await vi.advanceTimersByTimeAsync(1);
    expect(started.map(({ alive }) => alive)).toEqual([false, true]);
    started[1]?.end();
    await next;

    pool.renew();
    expect(started.map(({ alive }) => alive)).toEqual([false, false]);
  });

  it('are two for two concurrent calls', async () => {
    const pool = poolOf(10);
    const runs = [pool.run(invocation), pool.run(invocation)];

    await vi.advanceTimersByTimeAsync(200);

    expect(started).toHaveLength(2);
    for (const instance of started) instance.end();
    await Promise.all(runs);
  });

  it('do not increase when one becomes free sooner than another would have started', async () => {
    const pool = poolOf(10);
    const runs = Array.from({ length: 20 }, () => pool.run(invocation));
    await vi.advanceTimersByTimeAsync(200);

    for (let time = 0; time < 100; time += 5) {
      for (const instance of started) instance.end();
      await vi.advanceTimersByTimeAsync(5);
    }

    await Promise.all(runs);
    expect(started).toHaveLength(2);
  });

  it('increase to the limit when none becomes free within a start time', async () => {
    const pool = poolOf(4);
    const first = [pool.run(invocation), pool.run(invocation)];
    await vi.advanceTimersByTimeAsync(200);
    const others = Array.from({ length: 6 }, () => pool.run(invocation));

    await vi.advanceTimersByTimeAsync(199);
    expect(started).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(started).toHaveLength(4);

    for (let round = 0; round < 10; round += 1) {
      for (const instance of started) instance.end();
      await vi.advanceTimersByTimeAsync(1);
    }
    await Promise.all([...first, ...others]);
  });

  it('replace one that died, and serve waiting calls in order', async () => {
    const pool = poolOf(1);
    const order: number[] = [];
    const runs = [1, 2, 3].map((at) => pool.run(invocation).then(() => order.push(at)));
    await vi.advanceTimersByTimeAsync(200);

    const [first] = started;
    await first?.stop();
    for (let round = 0; round < 3; round += 1) {
      await vi.advanceTimersByTimeAsync(200);
      started.at(-1)?.end();
    }

    await vi.advanceTimersByTimeAsync(200);
    await Promise.all(runs);
    expect(order).toEqual([1, 2, 3]);
    expect(started).toHaveLength(2);
  });

  it('refuse waiting calls when the pool drains', async () => {
    const pool = poolOf(1);
    const running = pool.run(invocation);
    const waiting = pool.run(invocation);
    await vi.advanceTimersByTimeAsync(200);

    const drained = pool.drain();
    await expect(waiting).rejects.toThrow('stopped');
    started[0]?.end();

    await Promise.all([running, drained]);
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  });
});

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

describe('settings of a local function', () => {
  const limitOf = (properties: Record<string, unknown>) => {
    const role = 'arn:aws:iam::000000000000:role/one';
    const fn = aResource('AWS::Lambda::Function', 'One', { Handler: 'index.handler', Role: role, ...properties });
    return readSettings(anAssembly(fn), fn, 'us-east-1').instanceLimit;
  };

  it('lets as many instances run as the template reserves', () => {
    expect(limitOf({ ReservedConcurrentExecutions: 3 })).toBe(3);
  });

  it('lets ten instances run where the template reserves none', () => {
    expect(limitOf({})).toBe(10);
  });
});
