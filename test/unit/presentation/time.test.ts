import { describe, expect, it } from 'vitest';
import { duration, fromNow, isoTime } from '../../../shared/presentation/time.ts';

const now = new Date('2026-11-24T12:00:00Z');

it.each([
  ['2026-11-24T12:00:00.400Z', 'now'],
  ['2026-11-24T11:59:30Z', '30s ago'],
  ['2026-11-24T11:00:01Z', '59m ago'],
  ['2026-11-24T09:00:00Z', '3h ago'],
  ['2026-11-23T12:00:01Z', '23h ago'],
  ['2026-11-26T12:00:00Z', 'in 2d'],
])('fromNow says how far %s is away: %s', (time, text) => {
  expect(fromNow(new Date(time), now)).toBe(text);
});

it('isoTime is UTC to the second, whatever zone the time has', () => {
  expect(isoTime(new Date('2026-11-24T13:00:00.999+01:00'))).toBe('2026-11-24T12:00:00Z');
});

describe('duration', () => {
  it.each([
    [-5, '0s'],
    [0, '0s'],
    [349.6, '350ms'],
    [999.6, '1s'],
    [4230, '4.2s'],
    [9990, '10s'],
    [59_400, '59s'],
    [59_600, '1m'],
    [200_000, '3m 20s'],
    [7_500_000, '2h 5m'],
    [86_400_000, '1d'],
    [273_600_000, '3d 4h'],
  ])('says %d milliseconds as %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });
});
