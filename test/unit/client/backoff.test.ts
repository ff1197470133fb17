import { expect, it } from 'vitest';
import { backoff } from '../../../shared/client/backoff.ts';

it('waits grow to half a minute, and differ by chance', () => {
  expect([backoff(1, 0), backoff(1, 1), backoff(3, 0), backoff(50, 1)]).toEqual([500, 1000, 2000, 30_000]);
});
