import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { leanDynamoDB } from './lean-dynamodb.ts';

/** Requires Node's modules: an ESM import reads all exports, also the lazy ones that load undici and HTTP/2. */
const nodeBuiltinsByRequire: Plugin = {
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
const environmentCredentialsOnly: Plugin = {
  name: 'environment-credentials-only',
  setup: ({ onResolve }) => {
    const path = fileURLToPath(new URL('./environment-credentials.ts', import.meta.url));
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({ path }));
  },
};

/** Leaves out endpoints that a function does not answer: pure calls of `defineEndpoint` without a use go. */
const otherEndpointsRemoved: Plugin = {
  name: 'other-endpoints-removed',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/contract\/[\w-]+\/[\w-]+\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replaceAll('= defineEndpoint(', '= /* @__PURE__ */ defineEndpoint('), loader: 'ts' };
    });
  },
};

/** Removes unused schemas of SDK clients: constant keys in place of computed ones let the bundler drop tables. */
const unusedSchemasRemoved: Plugin = {
  name: 'unused-schemas-removed',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@aws-sdk\/client-[^/]+\/dist-es\/schemas\/schemas_\d+\.js$/ }, async ({ path }) => ({
      contents: await constantKeysOf(path),
    }));
  },
};

/** The source of schemas with texts in place of the constants that its keys name. */
async function constantKeysOf(path: string): Promise<string> {
  const source = await readFile(path, 'utf8');
  const constants = new Map(
    [...source.matchAll(/^const (_\w+) = ("[^"\\]*");$/gm)].map(([, name, text]) => [name, text]),
  );
  return source.replace(/\[(_\w+)\]:/g, (key, name) => `${constants.get(name) ?? key}:`);
}

/**
 * Leaves out the error classes of clients whose errors are recognised by name alone. The SDK then throws the
 * client's general error, with the name, the message and the fault that the service gave. Without it the largest
 * bundles exceed their bound. `test/integration/infra/bundling` reads the errors of a bundle.
 */
const unusedErrorsRemoved: Plugin = {
  name: 'unused-errors-removed',
  setup: ({ onLoad }) => {
    onLoad(
      { filter: /@aws-sdk\/client-(kms|lambda|secrets-manager)\/dist-es\/schemas\/schemas_0\.js$/ },
      async ({ path }) => ({
        contents: (await constantKeysOf(path)).replace(/^n0_registry\.registerError\(.*\);$/gm, ''),
      }),
    );
  },
};

/**
 * Leaves out parts of libraries that no function calls. Of zod its conversion to JSON Schema, which documents the
 * interface. Of the SDK event streams with their signatures, its own SHA-256 for where Node has none, retries at a rate
 * of its own, files of settings, and the search for a region at an instance.
 */
const uncalledPartsLeftOut: Plugin = {
  name: 'uncalled-parts-left-out',
  setup: ({ onResolve, onLoad }) => {
    onLoad({ filter: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ }, async ({ path }) => ({
      contents: refusalOf(...Object.keys(await import(path))),
    }));
    onLoad({ filter: /\/(Sha256Js|AdaptiveRetryStrategy|getInstanceMetadataRegion)\.js$/ }, ({ path }) => ({
      contents: refusalOf(basename(path, '.js')),
    }));
    onLoad({ filter: /\/shared-ini-file-loader\/loadSharedConfigFiles\.js$/ }, () => ({
      contents: `export const CONFIG_PREFIX_SEPARATOR = '.';
        export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });`,
    }));
    onLoad({ filter: /@smithy\/signature-v4\/dist-es\/HeaderFormatter\.js$/ }, () => ({
      // Every signer makes one.
      contents: 'export class HeaderFormatter {}',
    }));
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, namespace: 'left-out' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: refusalOf('EventStreamSerde') }));
  },
};

/**
 * Leaves out the old spelling of formats of texts (`z.string().email()`): as methods of every text they keep the code
 * of all formats. The new one (`z.email()`) brings its own only.
 */
const formatMethodsLeftOut: Plugin = {
  name: 'format-methods-left-out',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/zod\/v4\/classic\/schemas\.js$/ }, async ({ path }) => {
      const methods = /(\$constructor\("ZodString", \(inst, def\) => \{[\s\S]*?\n\}), \{\n {4}email\([\s\S]*?\n\}\);/;
      const source = await readFile(path, 'utf8');
      if (!methods.test(source)) throw new Error('the texts of zod have no methods of formats any more');
      return { contents: source.replace(methods, '$1);') };
    });
  },
};

/** Exports by these names something that can be called, but only to hear that it is not there. */
function refusalOf(...names: readonly string[]): string {
  const message = JSON.stringify(`${names.join(' or ')} is left out of the bundles of functions`);
  const exported = names.map((name) => `leftOut as ${name}`).join(', ');
  return `function leftOut() { throw new Error(${message}); }\nexport { ${exported} };`;
}

/** For functions whose calls are not audited: without the log, some need no client of the database. */
export const auditLeftOut: Plugin = {
  name: 'audit-left-out',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/domain\/accounts\/audit\/audit-log\.ts$/ }, () => ({
      contents: refusalOf('auditLog'),
    }));
  },
};

/** The document of the interface, compressed: a cold function would parse its long text as code. */
const workedOut: Plugin = {
  name: 'worked-out',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/domain\/service\/committed-document\.ts$/ }, async ({ path }) => {
      const values = Object.entries(await import(pathToFileURL(path).href));
      const lines = values.map(([name, value]) => {
        const packed = gzipSync(JSON.stringify(value)).toString('base64');
        return `export const ${name} = JSON.parse(gunzipSync(Buffer.from('${packed}', 'base64')).toString());`;
      });
      return { contents: `import { gunzipSync } from 'node:zlib';\n${lines.join('\n')}`, resolveDir: dirname(path) };
    });
  },
};

/** What keeps bundles small: docs/adr/0039-functions-start-plainly.md has what each of them saves. */
export const bundlingPlugins: Plugin[] = [
  nodeBuiltinsByRequire,
  environmentCredentialsOnly,
  // The first plugin that resolves or loads a module wins.
  leanDynamoDB,
  otherEndpointsRemoved,
  unusedErrorsRemoved,
  unusedSchemasRemoved,
  uncalledPartsLeftOut,
  formatMethodsLeftOut,
  workedOut,
];

/** Interprets zod's schemas: making code for them costs a tenth of the time to the first answer. */
export const bundlePrologue = 'globalThis.__zod_globalConfig={jitless:true};';
