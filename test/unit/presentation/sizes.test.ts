import { describe, expect, it } from 'vitest';
import { costOf, offeredSize } from '../../../shared/presentation/sandboxes.ts';

const size = (vcpu: number, memory_gb: number, cost: string, spot: string) => ({
  ...{ vcpu, memory_gb, cost_per_hour_usd: cost, spot_cost_per_hour_usd: spot },
});
const sizes = [size(1, 2, '0.05', '0.02'), size(1, 4, '0.06', '0.03'), size(2, 4, '0.10', '0.04')];

describe('the offered size', () => {
  const otherwise = { vcpu: 1, memory_gb: 2 };
  const words = (asked: Parameters<typeof offeredSize>[1]) => {
    const found = offeredSize({ sizes }, asked, otherwise);
    return found && [found.vcpu, found.memory_gb];
  };

  it('is what was asked for, or the nearest larger one', () => {
    expect(words({ cpu: 1, memory_gb: 4 })).toEqual([1, 4]);
    expect(words({ cpu: 1, memory_gb: 3 })).toEqual([1, 4]);
    expect(words({ cpu: 1.5, memory_gb: 2 })).toEqual([2, 4]);
  });

  it('keeps what was not asked for', () => {
    expect(words({})).toEqual([1, 2]);
    expect(words({ memory_gb: 4 })).toEqual([1, 4]);
  });

  it('does not exist beyond the largest one', () => expect(words({ cpu: 4 })).toBeUndefined());
});

describe('the price of a size', () => {
  const spec = { ...size(1, 2, '0.05', '0.02'), sizes, workspace_gb: 20, workspace_cost_per_gb_month_usd: '0.072' };
  const cost = (disk_gb: number, capacity: 'on_demand' | 'spot', cpu = 1) =>
    costOf(spec, { cpu, memory_gb: 4, disk_gb }, capacity);

  it('has a larger workspace than that of the spec', () => {
    expect(cost(20, 'on_demand')).toBeCloseTo(0.06, 6);
    expect(cost(30, 'on_demand')).toBeCloseTo(0.061, 6);
  });

  it('is that of the capacity', () => expect(cost(20, 'spot', 2)).toBeCloseTo(0.04, 6));

  it('is unknown for a size that is not offered', () => expect(cost(20, 'spot', 8)).toBeUndefined());
});
