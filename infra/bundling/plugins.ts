import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { leanDynamoDB } from './lean-dynamodb.ts';

/** Loads Node's modules by `require`: an ESM import evaluates every export, and some load undici and HTTP/2. */
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

/** Reads credentials from the environment, where Lambda puts them, instead of searching all of the SDK's sources. */
const environmentCredentialsOnly: Plugin = {
  name: 'environment-credentials-only',
  setup: ({ onResolve }) => {
    const path = fileURLToPath(new URL('./environment-credentials.ts', import.meta.url));
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({ path }));
  },
};

/** Marks `defineEndpoint` as pure, so that the bundler drops the endpoints that a function does not answer. */
const otherEndpointsRemoved: Plugin = {
  name: 'other-endpoints-removed',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/contract\/[\w-]+\/[\w-]+\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replaceAll('= defineEndpoint(', '= /* @__PURE__ */ defineEndpoint('), loader: 'ts' };
    });
  },
};

/**
 * Lets the bundler drop the schemas of operations that a function does not call: the SDK's tables have computed keys,
 * which count as side effects, and constant ones do not. It halves workers with clients of ECS and EC2.
 */
const unusedSchemasRemoved: Plugin = {
  name: 'unused-schemas-removed',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@aws-sdk\/client-[^/]+\/dist-es\/schemas\/schemas_\d+\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const constants = new Map(
        [...source.matchAll(/^const (_\w+) = ("[^"\\]*");$/gm)].map(([, name, text]) => [name, text]),
      );
      if (constants.size === 0) throw new Error(`${path} names no constants: its schemas have a new form`);
      return { contents: source.replace(/\[(_\w+)\]:/g, (key, name) => `${constants.get(name) ?? key}:`) };
    });
  },
};

/**
 * Leaves out parts of libraries that no function calls: zod's conversion to JSON Schema, and the SDK's event streams,
 * SHA-256 in JavaScript, adaptive retries, configuration files and instance metadata.
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
      // Every signer creates one, and only event streams use it.
      contents: 'export class HeaderFormatter {}',
    }));
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, namespace: 'left-out' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: refusalOf('EventStreamSerde') }));
  },
};

/** A module that exports a function under each of these names, which throws. */
function refusalOf(...names: readonly string[]): string {
  const message = JSON.stringify(`${names.join(' or ')} is left out of the bundles of functions`);
  const exported = names.map((name) => `leftOut as ${name}`).join(', ');
  return `function leftOut() { throw new Error(${message}); }\nexport { ${exported} };`;
}

/** For functions whose calls are not audited: without the audit log, some need no DynamoDB client. */
export const auditLeftOut: Plugin = {
  name: 'audit-left-out',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/domain\/accounts\/audit\/audit-log\.ts$/ }, () => ({
      contents: refusalOf('auditLog'),
    }));
  },
};

/** Embeds the OpenAPI document compressed, so that a cold function does not parse megabytes of text as code. */
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

/** Keep bundles small. docs/adr/0039-functions-start-plainly.md has what each of them saves. */
export const bundlingPlugins: Plugin[] = [
  nodeBuiltinsByRequire,
  environmentCredentialsOnly,
  // The first plugin that resolves or loads a module wins.
  leanDynamoDB,
  otherEndpointsRemoved,
  unusedSchemasRemoved,
  uncalledPartsLeftOut,
  workedOut,
];

/** Has zod interpret its schemas: compiling them costs a tenth of the time to the first answer. */
export const bundlePrologue = 'globalThis.__zod_globalConfig={jitless:true};';
