import { expect, it } from 'vitest';
import { csvOf } from '../../../shared/usage/csv.ts';
import { wantsCsv } from '../../../shared/usage/request.ts';

it('writes a line for the names and one for each row', () => {
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

it('quotes what would end a cell or a line', () => {
  expect(csvOf(['a'], [['one, "two"\r\nthree']])).toBe('a\r\n"one, ""two""\r\nthree"\r\n');
});

it.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '\nx'])('makes no formula of %j', (text) => {
  expect(csvOf(['a'], [[text]]).replaceAll('"', '')).toBe(`a\r\n'${text}\r\n`);
});

it('leaves numbers below nothing alone', () => {
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
] as const)('with format %s and Accept %s, CSV is wanted: %s', (format, accept, wanted) => {
  expect(wantsCsv(format, accept)).toBe(wanted);
});
