import type { OnLoadOptions, OnResolveOptions, Plugin } from 'esbuild';

/** Plugins, with an account of which of their filters replaced a module. */
export interface FilterAccount {
  readonly plugins: readonly Plugin[];
  /** The filters that have replaced nothing so far, each with the name of its plugin. */
  unmatched(): readonly string[];
}

/** A filter names a path, and paths move: one that matches nothing leaves a bundle large without a word. */
export function countMatches(plugins: readonly Plugin[]): FilterAccount {
  const matches = new Map<string, number>();
  const counted = (plugin: Plugin): Plugin => ({
    name: plugin.name,
    setup: (build) => {
      const count = <A, R>(options: OnLoadOptions | OnResolveOptions, replace: (args: A) => R) => {
        const name = `${plugin.name}: ${options.filter}${options.namespace ? ` in ${options.namespace}` : ''}`;
        matches.set(name, matches.get(name) ?? 0);
        return async (args: A): Promise<Awaited<R>> => {
          const replaced = await replace(args);
          if (replaced !== undefined && replaced !== null) matches.set(name, (matches.get(name) ?? 0) + 1);
          return replaced;
        };
      };
      return plugin.setup({
        ...build,
        onLoad: (options, replace) => build.onLoad(options, count(options, replace)),
        onResolve: (options, replace) => build.onResolve(options, count(options, replace)),
      });
    },
  });
  return {
    plugins: plugins.map(counted),
    unmatched: () => [...matches].filter(([, times]) => times === 0).map(([name]) => name),
  };
}

/** @throws Error that names each filter which replaced nothing in a build of every function. */
export function assertAllMatched({ unmatched }: FilterAccount): void {
  const names = unmatched();
  if (names.length === 0) return;
  throw new Error(`These filters of bundling plugins match no module, so their paths are stale:\n${names.join('\n')}`);
}
