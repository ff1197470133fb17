import { describe, expect, it } from 'vitest';
import { AnswerCache, CACHE_LIMITS } from '../../../../shared/domain/git/answer-cache.ts';

function scene(changes: Partial<typeof CACHE_LIMITS> = {}) {
  let time = 0;
  let asked = 0;
  const cache = new AnswerCache(() => new Date(time), { ...CACHE_LIMITS, ...changes });
  const ask = (key: readonly unknown[], value?: unknown) =>
    cache.answer(key, async () => {
      asked += 1;
      return value ?? asked;
    });
  return { ask, pass: (milliseconds: number) => (time += milliseconds), count: () => asked };
}

describe('kept answers', () => {
  it('are given for a while, for the same question alone', async () => {
    const { ask, pass } = scene();

    expect([await ask(['ann', 1]), await ask(['ann', 1]), await ask(['bob', 1])]).toEqual([1, 1, 2]);
    pass(CACHE_LIMITS.milliseconds);
    expect(await ask(['ann', 1])).toBe(3);
  });

  it('are never failures', async () => {
    const cache = new AnswerCache(() => new Date(0));
    await expect(cache.answer(['x'], () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await cache.answer(['x'], async () => 'up')).toBe('up');
  });

  it('are bounded in number and in size, the oldest going first', async () => {
    const few = scene({ entries: 2 });
    for (const key of ['a', 'b', 'c', 'b', 'c']) await few.ask([key]);
    expect(few.count()).toBe(3);
    await few.ask(['a']);
    expect(few.count()).toBe(4);

    const small = scene({ bytes: 100 });
    await small.ask(['long'], 'x'.repeat(200));
    await small.ask(['long'], 'x'.repeat(200));
    expect(small.count()).toBe(2);
    for (const key of ['a', 'b', 'b', 'a']) await small.ask([key], 'x'.repeat(60));
    expect(small.count()).toBe(5);
  });

  it('are kept when there is nothing', async () => {
    let asked = 0;
    const cache = new AnswerCache(() => new Date(0));
    const none = async () => {
      asked += 1;
      return undefined;
    };
    await cache.answer(['x'], none);
    expect([await cache.answer(['x'], none), asked]).toEqual([undefined, 1]);
  });
});
