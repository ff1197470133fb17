import { describe, expect, it } from 'vitest';
import { freePublicAddress, publicDnsName } from '../../../../../infra/local/ecs/public-address.ts';

describe('the public address of a local task', () => {
  it('is in 3.208.0.0/12, and none that another task has', () => {
    const taken = new Set<string>();
    for (let task = 0; task < 5_000; task += 1) {
      const address = freePublicAddress(taken);
      const [a, b = 0] = address.split('.').map(Number);
      expect([a, b >= 208 && b <= 223]).toEqual([3, true]);
      expect(taken).not.toContain(address);
      taken.add(address);
    }
  });

  it.each([
    ['us-east-1', 'ec2-3-208-0-9.compute-1.amazonaws.com'],
    ['eu-west-1', 'ec2-3-208-0-9.eu-west-1.compute.amazonaws.com'],
  ])('has the name that EC2 gives it in %s', (region, name) => {
    expect(publicDnsName('3.208.0.9', region)).toBe(name);
  });
});
