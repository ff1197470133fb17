import { expect, it } from 'vitest';
import { tightest } from '../../../../../shared/domain/billing/budgets/tightest.ts';

const none = { limit: null, used: 7 };

it.each([
  ['the one with the least left', [none, { limit: 9, used: 1 }, { limit: 20, used: 19 }], 2],
  ['the first of equal ones', [{ limit: 3, used: 1 }, { limit: 4, used: 2 }, none], 0],
  [
    'one whose use is not known as if nothing was used',
    [
      { limit: 3, used: 1 },
      { limit: 3, used: null },
    ],
    0,
  ],
  ['one without a limit only where none has one', [none, { limit: null, used: 0 }], 0],
] as const)('the tightest bound is %s', (_, bounds, index) => {
  const [first, ...others] = bounds;

  expect(tightest<{ limit: number | null; used: number | null }>([first, ...others])).toBe(bounds[index]);
});
