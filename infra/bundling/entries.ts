import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');

const PREFIX = 'initialized:';

/** The entry point of the bundle of a handler's file. */
export const entryOf = (file: string): string => `${PREFIX}${file}`;

/** The entry of each bundle initialises the function when Lambda loads it. Tests import the handler's own file. */
export const initializedEntries: Plugin = {
  name: 'initialized-entries',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: new RegExp(`^${PREFIX}`) }, ({ path }) => ({
      path: path.slice(PREFIX.length),
      namespace: 'initialized',
    }));
    onLoad({ filter: /.*/, namespace: 'initialized' }, ({ path }) => ({
      resolveDir: root,
      contents: [
        `import { handler } from './${path}';`,
        `import { initialize } from './shared/platform/init/wired.ts';`,
        'await initialize();',
        'export { handler };',
      ].join('\n'),
    }));
  },
};
