import { describe, expect, it } from 'vitest';
import { wantsCsv } from '../../../shared/domain/billing/usage/request.ts';
import { csvOf } from '../../../shared/presentation/csv.ts';
import { count, dollars } from '../../../shared/presentation/money.ts';
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
  ])('formats %d milliseconds as %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });
});

it.each([
  [0, undefined, '$0.00'],
  [0.00004, undefined, '<\u00a0$0.0001'],
  [0.0123, undefined, '$0.0123'],
  [12.345, undefined, '$12.35'],
  [1_234.5, undefined, '$1,234.50'],
  [0.00001, 4, '<\u00a0$0.0001'],
  [12, 4, '$12.0000'],
])('dollars(%d, %s) is %s', (amount, digits, text) => {
  expect(dollars(amount, digits)).toBe(text);
});

it('count separates thousands', () => {
  expect(count(1_234_567)).toBe('1,234,567');
});

it('csvOf writes a line for the names and one for each row', () => {
  expect(
    csvOf(
      ['day', 'seconds'],
      [
        ['2026-11-21', 1.5],
        [null, 0],
      ],
    ),
  ).toBe('day,seconds\r\n2026-11-21,1.5\r\n,0\r\n');
});

it('csvOf quotes cells that contain a delimiter, a quote or a line break', () => {
  expect(csvOf(['a'], [['one, "two"\r\nthree']])).toBe('a\r\n"one, ""two""\r\nthree"\r\n');
});

it.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '\nx'])('csvOf prevents a formula from %j', (text) => {
  expect(csvOf(['a'], [[text]]).replaceAll('"', '')).toBe(`a\r\n'${text}\r\n`);
});

it('csvOf leaves negative numbers unchanged', () => {
  expect(csvOf(['a'], [[-1]])).toBe('a\r\n-1\r\n');
});

it.each([
  [undefined, undefined, false],
  [undefined, '*/*', false],
  [undefined, 'text/csv', true],
  [undefined, 'text/csv;q=0.9, */*', true],
  [undefined, 'application/json, text/csv', false],
  ['json', 'text/csv', false],
  ['csv', 'application/json', true],
] as const)('wantsCsv for format %s and Accept %s is %s', (format, accept, wanted) => {
  expect(wantsCsv(format, accept)).toBe(wanted);
});
