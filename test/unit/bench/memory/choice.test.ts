import { expect, it } from 'vitest';
import { bestOf, choiceOf, type Needs, SPARE } from '../../../bench/memory/choice.ts';

const needs: Needs = {
  init: 100,
  first: 20,
  second: 10,
  steps: 1,
  residentMegabytes: 80,
  isAwaited: true,
  isCalled: true,
};

it('gives a function a part of a core for its memory, and a whole one at most', () => {
  const warm = (memory: number) => choiceOf({ ...needs, steps: 0 }, memory).warm;

  expect(warm(1_769)).toBeCloseTo(10);
  expect(warm(884.5)).toBeCloseTo(20);
  expect(warm(3_538)).toBeCloseTo(10);
});

it('runs INIT at full speed with any memory', () => {
  const cold = (init: number) => choiceOf({ ...needs, init }, 256).cold;

  expect(cold(200) - cold(100)).toBeCloseTo(100);
});

it('chooses more for what a person waits for than for what nothing waits for', () => {
  const awaited = bestOf(needs).memoryMegabytes;

  expect(bestOf({ ...needs, isAwaited: false, isCalled: false }).memoryMegabytes).toBeLessThan(awaited);
});

it('chooses no size that its memory does not fit in', () => {
  const large = { ...needs, isAwaited: false, residentMegabytes: 300 };

  expect(bestOf(large).memoryMegabytes).toBeGreaterThanOrEqual(300 * SPARE);
  expect(() => bestOf({ ...needs, residentMegabytes: 10_000 })).toThrow('10000 MB are more than any size');
});
