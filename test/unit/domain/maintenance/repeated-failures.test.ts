import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RepeatedFailures } from '../../../../shared/domain/maintenance/repeated-failures.ts';

let lines: [level: string, of: unknown, times: unknown][] = [];
beforeEach(() => {
  lines = [];
  for (const level of ['info', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(({ of, times }) => void lines.push([level, of, times]));
});
afterEach(() => vi.restoreAllMocks());

const errors = () => lines.filter(([level]) => level === 'error').map(([, of, times]) => [of, times]);

describe('repeated failure', () => {
  it('is logged as an error the first time, and then at growing intervals', () => {
    const failures = new RepeatedFailures();

    for (let times = 0; times < 1_000; times += 1) failures.failed('row a/1', 'it failed', new TypeError('no'));

    expect(lines).toHaveLength(1_000);
    expect(errors().map(([, times]) => times)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
  });

  it('is logged as new for each object, for each kind of failure, and after a success', () => {
    const failures = new RepeatedFailures();
    const fail = (of: string, error: unknown) => {
      for (let times = 0; times < 3; times += 1) failures.failed(of, 'it failed', error);
    };

    fail('a', new TypeError('no'));
    fail('b', new TypeError('no'));
    fail('a', new RangeError('no'));
    failures.succeeded('a');
    fail('a', 'text');

    expect(errors()).toEqual(
      ['a', 'b', 'a', 'a'].flatMap((of) => [
        [of, 1],
        [of, 2],
      ]),
    );
  });

  it('is remembered for a bounded number of objects', () => {
    const failures = new RepeatedFailures();
    for (let thing = 0; thing < 1_001; thing += 1) failures.failed(`thing ${thing}`, 'it failed', new Error('no'));
    lines = [];

    for (const thing of [1_000, 0]) failures.failed(`thing ${thing}`, 'it failed', new Error('no'));

    expect(lines.map(([, of, times]) => [of, times])).toEqual([
      ['thing 1000', 2],
      ['thing 0', 1],
    ]);
  });
});
