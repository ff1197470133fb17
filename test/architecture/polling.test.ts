import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('no page of the console has a refresh interval of its own: together they would send too many requests', () => {
  const root = join(import.meta.dirname, '../../console/src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const intervals = files.flatMap((name) =>
    readFileSync(join(root, name), 'utf8')
      .split('\n')
      .filter((line) => /refetchInterval:/.test(line)),
  );

  expect(intervals.length).toBeGreaterThan(10);
  expect(intervals.filter((line) => !/\blive(While|Until)?[<(]|untilEnd\(query\)/.test(line))).toEqual([]);
});
