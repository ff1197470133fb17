import { expect, it } from 'vitest';
import { removedWith } from '../../../../shared/client/people/removed-with.ts';

const removal = { keys: 'revoke', session_keys: 'rotate' } as const;
const keys = (complete: boolean) => ({ complete });
const rotated = (count: number, complete: boolean) => ({ rotated: count, complete });

it.each([
  ['in one request', [[keys(true), rotated(3, true)]], true],
  ['without keys', [[null, null]], true],
  [
    'once all keys and session keys are done',
    [
      [keys(false), rotated(0, false)],
      [keys(true), rotated(0, false)],
      [keys(true), rotated(2, false)],
      [keys(true), rotated(1, true)],
    ],
    true,
  ],
  [
    'unless nothing more can be rotated',
    [
      [keys(true), rotated(1, false)],
      [keys(true), rotated(0, false)],
      [keys(true), rotated(0, false)],
    ],
    false,
  ],
] as const)('a removal is complete %s', async (_, answers, isComplete) => {
  const left = [...answers];
  const send = async () => {
    const [first, second] = left.shift() ?? expect.fail('one request too many');
    return { keys: first, session_keys: second };
  };

  expect(await removedWith(send, removal)).toBe(isComplete);
  expect(left).toEqual([]);
});
