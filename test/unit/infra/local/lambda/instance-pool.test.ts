import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InstancePool } from '../../../../../infra/local/lambda/instance-pool.ts';
import type { Outcome } from '../../../../../infra/local/lambda/outcome.ts';

/** A process that takes some time to start, and runs each invocation until it is told to end. */
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

describe('instances of a function', () => {
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
