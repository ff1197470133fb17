import { expect, it } from 'vitest';
import { wantsCsv } from '../../../shared/domain/billing/usage/request.ts';
import { csvOf } from '../../../shared/presentation/csv.ts';

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
