import { join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');

const PREFIX = 'initialized:';

/** Where a bundle has the recorded request that it plays in INIT. */
export const TAPE_FILE = 'tape.json';

/** The recorded request of a function. */
export const tapeOf = (id: string): string => join(root, 'infra', 'bundling', 'tapes', `${id}.json`);

/** The entry point of the bundle of a handler's file. */
export const entryOf = (file: string): string => `${PREFIX}${file}`;

/**
 * The entry of each bundle: Lambda loads it in INIT, and it does there what a first request would otherwise do. A test
 * imports the handler's own file, and nothing is done.
 */
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
        `import { initialize } from './shared/platform/init/initialize.ts';`,
        `await initialize(handler, new URL('${TAPE_FILE}', import.meta.url));`,
        'export { handler };',
      ].join('\n'),
    }));
  },
};
