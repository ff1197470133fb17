import { build, type Plugin } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { assertAllMatched, countMatches } from '../../../../infra/bundling/filter-account.ts';

/** Replaces every module that the filter matches with `contents`, unless that is undefined. */
function plugin(name: string, filter: RegExp, contents?: string): Plugin {
  return {
    name,
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /^virtual$/ }, ({ path }) => ({ path, namespace: 'made-up' }));
      onLoad({ filter, namespace: 'made-up' }, () => (contents === undefined ? undefined : { contents }));
    },
  };
}

async function accountOf(...plugins: readonly Plugin[]) {
  const account = countMatches(plugins);
  await build({
    stdin: { contents: "import { a } from 'virtual'; console.log(a);" },
    bundle: true,
    write: false,
    logLevel: 'silent',
    plugins: [...account.plugins],
  });
  return account;
}

describe('countMatches', () => {
  it('names no filter when each has replaced a module', async () => {
    const account = await accountOf(plugin('one', /^virtual$/, 'export const a = 1;'));

    expect(account.unmatched()).toEqual([]);
    expect(() => assertAllMatched(account)).not.toThrow();
  });

  it('fails the build with the plugin and the filter that matched no module', async () => {
    const stale = plugin('stale', /moved-away\.ts$/, '');
    const account = await accountOf(stale, plugin('one', /^virtual$/, 'export const a = 1;'));

    expect(() => assertAllMatched(account)).toThrow(/stale: \/moved-away\\\.ts\$\/ in made-up/);
  });

  it('counts a filter that matched a module and left it alone as one that matched nothing', async () => {
    const account = await accountOf(plugin('shy', /virtual/), plugin('one', /^virtual$/, 'export const a = 1;'));

    expect(account.unmatched()).toContain('shy: /virtual/ in made-up');
  });
});
