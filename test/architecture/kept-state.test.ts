import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './import-graph.ts';

const KEEPS = /^(?:export )?(?:(?:let|var) |const \w+(?:: [^=]+)? = new )/m;

describe('what a function keeps between its calls', () => {
  it('is made by `wired`, so that INIT forgets what a rehearsal has left in it', () => {
    const files = globSync('{functions,shared/wiring}/**/*.ts', { cwd: root });
    expect(files.length).toBeGreaterThan(150);

    expect(files.filter((file) => KEEPS.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });

  it.each([
    ['let deps: Deps | undefined;', true],
    ['const repeated = new RepeatedFailures();', true],
    ['const known: Map<string, string> = new Map();', true],
    ['const depsOf = wired(wire);', false],
    ['function wire() {\n  let made;\n  const repeated = new RepeatedFailures();\n}', false],
    ['const reader = () => new Reader();', false],
  ])('is recognised: %s', (text, expected) => expect(KEEPS.test(text)).toBe(expected));
});
