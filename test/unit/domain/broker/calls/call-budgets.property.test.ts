import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admits } from '../../../../../shared/domain/broker/calls/call-budgets.ts';

/** A call that asks for a place, or the end of one that is in progress, which costs a share of its largest cost. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), largest: fc.integer({ min: 0, max: 1_500 }) }),
  fc.record({
    kind: fc.constant('close' as const),
    which: fc.nat(),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
);

describe('a budget', () => {
  it('is exceeded by at most one call, in any order of starts and ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.array(step, { maxLength: 200 }), (limit, steps) => {
        const running: number[] = [];
        let closed = 0;
        let largestAlone = 0;
        const reserved = () => running.reduce((sum, one) => sum + one, 0);
        for (const one of steps) {
          if (one.kind === 'open') {
            const use = { spent: closed + reserved(), inProgress: running.length };
            if (!admits(limit, use, one.largest)) continue;
            if (use.spent + one.largest > limit) largestAlone = Math.max(largestAlone, one.largest);
            running.push(one.largest);
            // What runs can exceed the budget only by the one call that runs alone.
            expect(closed + reserved() <= limit || running.length === 1).toBe(true);
          } else if (running.length > 0) {
            const [largest = 0] = running.splice(one.which % running.length, 1);
            closed += Math.ceil(largest * one.share);
          }
        }
        const worst = closed + reserved();
        expect(worst).toBeLessThan(limit + largestAlone + 1);
      }),
    );
  });

  it('always has room for a call while something is left and nothing runs', () => {
    const amounts = fc.tuple(fc.integer({ min: 1, max: 10_000 }), fc.nat(10_000), fc.nat(1_000_000));
    fc.assert(
      fc.property(amounts, ([limit, spent, largest]) => {
        const isLeft = spent < limit;
        expect(admits(limit, { spent, inProgress: 0 }, largest)).toBe(isLeft || spent + largest <= limit);
        expect(admits(limit, { spent, inProgress: 1 }, largest)).toBe(spent + largest <= limit);
      }),
    );
  });
});
