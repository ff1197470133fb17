import { describe, expect, it } from 'vitest';
import { readImports } from './import-graph.ts';

const imports = readImports();

/** All files that a page loads. */
function reachable(from: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(from)) return seen;
  seen.add(from);
  for (const { to } of imports.filter((one) => one.from === from)) reachable(to, seen);
  return seen;
}

describe('the page of public links', () => {
  it('loads no code of sessions, which could read or send a key, and no library', () => {
    const files = [...reachable('console/src/shared/main.ts')];

    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => /\/session\/|\/preferences\/|service-client|device-login/.test(file))).toEqual([]);
    expect(files.filter((file) => !/^(console\/src|shared)\//.test(file))).toEqual([]);
  });

  it('is loaded by no other page', () => {
    const users = imports.filter(
      ({ from, to }) => to.startsWith('console/src/shared/') && !from.startsWith('console/src/shared/'),
    );

    expect(users).toEqual([]);
  });
});
