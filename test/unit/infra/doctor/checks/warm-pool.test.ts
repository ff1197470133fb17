import { describe, expect, it } from 'vitest';
import { warmPool } from '../../../../../infra/doctor/checks/warm-pool.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const [spec] = aSubject().specs;
const withPool = (pool: typeof spec.warmPool) =>
  aSubject({ specs: [{ ...spec, cpu: 1024, memoryMegabytes: 4096, workspaceGigabytes: 20, warmPool: pool }] });

describe('doctor on warm pools', () => {
  it('says that nothing waits where no spec has one', () => {
    expect(words(warmPool.judge(1_000, aSubject()))).toContain('nothing is paid for');
  });

  it('says what the hours of a pool cost, which go by its size', () => {
    const found = [1, 4].map((size) => words(warmPool.judge(1_000, withPool({ size, hours: { from: 8, until: 20 } }))));

    expect(found[0]).toContain('keeps 1 tasks 12 hours a day');
    const [one, four] = found.map((text) => Number(/USD ([\d.]+) an hour/.exec(text)?.[1]));
    expect(one).toBeGreaterThan(0.04);
    expect(four).toBeCloseTo(4 * (one ?? 0), 0);
  });

  it('warns of pools that hold most of what Fargate may run', () => {
    expect(words(warmPool.judge(6, withPool({ size: 4 })))).toContain('hold 4 of the 6 vCPU');
    expect(levels(warmPool.judge(8, withPool({ size: 4 })))).toEqual(['ok']);
  });

  it('warns of a pool that costs much', () => {
    expect(levels(warmPool.judge(1_000, withPool({ size: 2 })))).toEqual(['ok']);
    expect(levels(warmPool.judge(1_000, withPool({ size: 60 })))).toEqual(['warning']);
  });
});
