import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

/**
 * Reaches Node's own modules as `require` does. An ESM import of, say, `node:http` reads every export of the module, and with them the lazy ones that load undici
 * and HTTP/2: a tenth of a cold start for code that never runs.
 */
export const nodeBuiltinsByRequire: Plugin = {
  name: 'node-builtins-by-require',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(node:)?[a-z0-9_]+(\/[a-z0-9_]+)*$/ }, ({ path }) =>
      isBuiltin(path) ? { path: path.replace(/^(node:)?/, 'node:'), namespace: 'node-builtin' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'node-builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/** Replaces the SDK's search for credentials by the environment, where Lambda puts them. */
export const environmentCredentialsOnly: Plugin = {
  name: 'environment-credentials-only',
  setup: ({ onResolve }) => {
    const path = fileURLToPath(new URL('./environment-credentials.ts', import.meta.url));
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({ path }));
  },
};
