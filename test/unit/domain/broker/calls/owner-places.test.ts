import { describe, expect, it } from 'vitest';
import { freeGroup, groupsOf } from '../../../../../shared/domain/broker/calls/owner-places.ts';

describe('the places of an owner', () => {
  it('are as many in all groups as the limit', () => {
    for (const limit of [1, 24, 25, 26, 100, 1_000])
      expect(groupsOf(limit).reduce((sum, places) => sum + places, 0)).toBe(limit);
  });

  it('are taken where most are free', () => {
    const used = new Map([
      [0, 25],
      [1, 3],
    ]);
    expect(freeGroup(60, used)).toBe(1);
    expect(freeGroup(30, new Map([[0, 25]]))).toBe(1);
    expect(
      freeGroup(
        26,
        new Map([
          [0, 25],
          [1, 1],
        ]),
      ),
    ).toBeUndefined();
  });
});
