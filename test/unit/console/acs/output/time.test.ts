import { describe, expect, it } from 'vitest';
import { exact, fromNow, span } from '../../../../../console/acs/output/time.ts';

const now = new Date('2026-11-24T12:00:00Z');

describe('fromNow', () => {
  it.each([
    ['2026-11-24T12:00:00.400Z', 'now'],
    ['2026-11-24T11:59:30Z', '30s ago'],
    ['2026-11-24T11:00:01Z', '59m ago'],
    ['2026-11-24T09:00:00Z', '3h ago'],
    ['2026-11-26T12:00:00Z', 'in 2d'],
  ])('says how far %s is away: %s', (time, text) => {
    expect(fromNow(time, now)).toBe(text);
  });
});

describe('exact', () => {
  it('is UTC to the second, whatever zone the time has', () => {
    expect(exact('2026-11-24T13:00:00.999+01:00')).toBe('2026-11-24T12:00:00Z');
  });
});

describe('span', () => {
  it.each([
    [0, '0s'],
    [4.23, '4.2s'],
    [59.4, '59s'],
    [200, '3m 20s'],
    [7500, '2h 5m'],
    [86_400, '1d'],
  ])('says %d seconds as %s', (seconds, text) => {
    expect(span(seconds)).toBe(text);
  });
});
