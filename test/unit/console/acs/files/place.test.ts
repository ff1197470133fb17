import { expect, it } from 'vitest';
import { targetOf } from '../../../../../console/acs/commands/files/copy-in.ts';
import { placeIn } from '../../../../../console/acs/commands/files/place.ts';

it.each([
  ['abc:src/a b', { sandboxId: 'abc', path: 'src/a b' }],
  ['abc:', { sandboxId: 'abc', path: '.' }],
  ['abc:/etc/a:b', { sandboxId: 'abc', path: '/etc/a:b' }],
  ['./abc:src', undefined],
  ['dir/abc:src', undefined],
  ['report.csv', undefined],
  ['-', undefined],
])('%j is the place %j', (text, place) => {
  expect(placeIn(text)).toEqual(place);
});

it.each([
  ['dir/report.csv', 'data', false, 'data'],
  ['dir/report.csv', 'data/', false, 'data/report.csv'],
  ['dir/report.csv', '.', true, './report.csv'],
  ['dir', '/', true, '/dir'],
])('%s is copied to %s (a directory: %s) as %s', (from, to, isDirectory, path) => {
  expect(targetOf(from, to, isDirectory)).toBe(path);
});
