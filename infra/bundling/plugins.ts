import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';

/**
 * Reaches Node's own modules as `require` does. An ESM import of, say, `node:http` reads every export of the module, and with them the lazy ones that load undici
 * and HTTP/2: a tenth of a cold start for code that never runs.
 */
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

/**
 * Lets go of what a client of the SDK can say and this function never does. A generated client describes its whole service in tables whose keys are computed from
 * constants; a computed key might run code, so bundlers keep every table. With the constants in place of their names, all tables that nothing refers to go: of the
 * EC2 client, half a megabyte.
 */
const unusedSchemasRemoved: Plugin = {
  name: 'unused-schemas-removed',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@aws-sdk\/client-[^/]+\/dist-es\/schemas\/schemas_\d+\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const constants = new Map(
        [...source.matchAll(/^const (_\w+) = ("[^"\\]*");$/gm)].map(([, name, text]) => [name, text]),
      );
      return { contents: source.replace(/\[(_\w+)\]:/g, (key, name) => `${constants.get(name) ?? key}:`) };
    });
  },
};

/**
 * Leaves out parts of libraries that come along although no function calls them: zod's conversion to JSON Schema, which is done when the interface is documented and
 * never in a request, the SDK's event streams, which none of the operations in use has, its memory of endpoints that it discovered, as DynamoDB is found by its name,
 * and its own SHA-256, for where Node has none. Calling any of them is an error at once.
 */
const uncalledPartsLeftOut: Plugin = {
  name: 'uncalled-parts-left-out',
  setup: ({ onResolve, onLoad }) => {
    onLoad({ filter: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const names = [...source.matchAll(/^export (?:(?:const|function) (\w+)|\{ \w+ as (\w+) \})/gm)];
      const refusals = names.map(([, declared, renamed]) => refusalOf(declared ?? renamed ?? ''));
      return { contents: refusals.join('\n') };
    });
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, namespace: 'left-out' } : undefined,
    );
    onLoad({ filter: /@aws-sdk\/endpoint-cache\/dist-es\/EndpointCache\.js$/ }, () => ({
      // Every client of DynamoDB makes one.
      contents: 'export class EndpointCache {}',
    }));
    onLoad({ filter: /@smithy\/core\/dist-es\/submodules\/checksum\/sha256\/Sha256Js\.js$/ }, () => ({
      contents: refusalOf('Sha256Js'),
    }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: refusalOf('EventStreamSerde') }));
  },
};

/** Exports something by this name that can be called, but only to hear that it is not there. */
function refusalOf(name: string): string {
  const message = JSON.stringify(`${name} is left out of the bundles of functions`);
  return `const left_${name} = () => { throw new Error(${message}); };\nexport { left_${name} as ${name} };`;
}

/** Takes the SDK's settings from the environment, without a look for files of profiles. */
const environmentSettingsOnly: Plugin = {
  name: 'environment-settings-only',
  setup: ({ onLoad }) => {
    const path = fileURLToPath(new URL('./environment-settings.ts', import.meta.url));
    onLoad({ filter: /\/@smithy\/core\/dist-es\/submodules\/config\/node-config-provider\/configLoader\.js$/ }, () => ({
      contents: `export { loadConfig } from ${JSON.stringify(path)};`,
      resolveDir: dirname(path),
    }));
  },
};

/**
 * Bodies of the SDK's requests and answers are texts, bytes and Node's own streams here. To ask whether one is a web stream loads Node's implementation of those,
 * with the first answer of every cold start.
 */
const nodeStreamsOnly: Plugin = {
  name: 'node-streams-only',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/@smithy\/core\/dist-es\/submodules\/serde\/util-stream\/stream-type-check\.js$/ }, () => ({
      contents: 'export const isReadableStream = () => false;\nexport const isBlob = () => false;',
    }));
  },
};

/** For functions whose calls do not stand in the audit log: what writes it, and with it the client of the database, which some of them would not need otherwise. */
export const auditLeftOut: Plugin = {
  name: 'audit-left-out',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/audit\/audit-log\.ts$/ }, () => ({ contents: refusalOf('auditLog') }));
  },
};

/**
 * Modules whose values are worked out here, once, and come along compressed: the description of the interface and its page are text of hundreds of kilobytes, which a
 * cold function would otherwise read and parse as code.
 */
const workedOut: Plugin = {
  name: 'worked-out',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/api-docs\/(page|committed-document)\.ts$/ }, async ({ path }) => {
      const values = Object.entries(await import(pathToFileURL(path).href));
      const lines = values.map(([name, value]) => {
        const packed = gzipSync(JSON.stringify(value)).toString('base64');
        return `export const ${name} = JSON.parse(gunzipSync(Buffer.from('${packed}', 'base64')).toString());`;
      });
      return { contents: `import { gunzipSync } from 'node:zlib';\n${lines.join('\n')}`, resolveDir: dirname(path) };
    });
  },
};

/** The same for endpoints that take no Idempotency-Key: what answers a request with one. */
export const answerOnceLeftOut: Plugin = {
  name: 'answer-once-left-out',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/idempotency\/answer-once\.ts$/ }, () => ({ contents: refusalOf('answerOnce') }));
  },
};

/** What keeps bundles small and quick to start, each for its own reason. */
export const bundlingPlugins: Plugin[] = [
  nodeBuiltinsByRequire,
  environmentCredentialsOnly,
  unusedSchemasRemoved,
  uncalledPartsLeftOut,
  environmentSettingsOnly,
  nodeStreamsOnly,
  workedOut,
];

/**
 * What every bundle begins with. zod makes code for each schema that it parses with, which pays after some hundred requests and costs a tenth of the time to the
 * first answer; interpreting a schema instead takes a few microseconds more.
 */
export const bundlePrologue = 'globalThis.__zod_globalConfig={jitless:true};';
