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

/**
 * Marks `defineEndpoint` as pure, so that the bundler drops the endpoints that a function does not answer, and leaves
 * out descriptions and metadata of schemas, which only the document shows.
 */
const contractWithoutDocs: Plugin = {
  name: 'contract-without-docs',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/contract\/[\w-]+\/[\w-]+\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source
        .replaceAll('= defineEndpoint(', '= /* @__PURE__ */ defineEndpoint(')
        .replace(/\b(description|summary):\s*('[^'\\\n]*'|"[^"\\\n]*"|`[^`\\]*`)(?=\s*[,}])/g, "$1: ''");
      return { contents: withoutMeta(contents), loader: 'ts' };
    });
  },
};

/** The source without the calls of `.meta(…)`. */
function withoutMeta(source: string): string {
  return source.split('.meta(').reduce((before, rest) => before + rest.slice(endOfCall(rest)));
}

/** The end of a call, from behind its opening bracket. */
function endOfCall(rest: string): number {
  let open = 1;
  for (const { 0: found, index } of rest.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|[()]/g)) {
    if (found === '(') open += 1;
    if (found === ')') open -= 1;
    if (open === 0) return index + 1;
  }
  throw new Error('a call of .meta( has no end');
}

/**
 * Lets the bundler drop the schemas of operations that a function does not call: the SDK's tables have computed keys,
 * which count as side effects, and constant ones do not. Without it, workers with clients of ECS and EC2 double.
 */
const unusedSchemasRemoved: Plugin = {
  name: 'unused-schemas-removed',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@aws-sdk\/client-[^/]+\/dist-es\/schemas\/schemas_\d+\.js$/ }, async ({ path }) => ({
      contents: await constantKeysOf(path),
    }));
  },
};

/** The source of a module of schemas, with literal texts in place of the constants that its keys name. */
async function constantKeysOf(path: string): Promise<string> {
  const source = await readFile(path, 'utf8');
  const constants = new Map(
    [...source.matchAll(/^const (_\w+) = ("[^"\\]*");$/gm)].map(([, name, text]) => [name, text]),
  );
  return replaced(path, source, /\[(_\w+)\]:/g, (key, name) => `${constants.get(name) ?? key}:`);
}

/**
 * Leaves out parts of libraries that no function calls: zod's conversion to JSON Schema, its messages, as the service
 * has its own, and its support of values that contain themselves, which JSON cannot; and the SDK's event streams,
 * SHA-256 in JavaScript, adaptive retries, names of buckets, configuration files, instance metadata, lists of Regions,
 * and the descriptions of its packages.
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
    onLoad({ filter: /\/endpoints\/middleware-endpoint\/service-customizations\/index\.js$/ }, () => ({
      contents: refusalOf('resolveParamsForS3'),
    }));
    onLoad({ filter: /\/zod\/v4\/locales\/en\.js$/ }, () => ({ contents: 'export default () => ({});' }));
    onLoad({ filter: /@smithy\/signature-v4\/dist-es\/HeaderFormatter\.js$/ }, () => ({
      // Every signer creates one, and only event streams use it.
      contents: 'export class HeaderFormatter {}',
    }));
    onLoad({ filter: /@aws-sdk\/client-[^/]+\/package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
    onLoad({ filter: /\/util-endpoints\/lib\/aws\/partitions\.js$/ }, async ({ path }) => ({
      // The patterns of partitions match the names of all their Regions.
      contents: replaced(
        path,
        await readFile(path, 'utf8'),
        /("regions": \{)[\s\S]*?\n {12}\}/g,
        (_, list) => `${list}}`,
      ),
    }));
    onLoad({ filter: /\/zod\/v4\/core\/memoizer\.js$/ }, () => ({
      contents: `export const memoizer = () => undefined;
        ${refusalOf('$ZodCyclicError', 'isRecursiveSchema', 'isBackEdge')}`,
    }));
    // The MCP server gets its validator, and never validates.
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, namespace: 'left-out' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({
      contents: refusalOf('EventStreamSerde', 'DefaultJsonSchemaValidator'),
    }));
  },
};

/**
 * Leaves out the old form of text formats, such as `z.string().email()`: its methods keep the code of all formats in
 * every bundle. The new form, such as `z.email()`, adds only its own, and takes the place of the old one in MCP's SDK.
 */
const formatMethodsLeftOut: Plugin = {
  name: 'format-methods-left-out',
  setup: ({ onLoad }) => {
    const methods = /(\$constructor\("ZodString", \(inst, def\) => \{[\s\S]*?\n\}), \{\n {4}email\([\s\S]*?\n\}\);/;
    onLoad({ filter: /\/zod\/v4\/classic\/schemas\.js$/ }, async ({ path }) => ({
      contents: replaced(path, await readFile(path, 'utf8'), methods, (_, type) => `${type});`),
    }));
    onLoad(
      { filter: /@modelcontextprotocol\/(core|server)\/dist\/(auth|schemas|src)-[\w-]+\.mjs$/ },
      async ({ path }) => ({
        contents: replaced(path, await readFile(path, 'utf8'), /\bz\.string\(\)\.url\(\)/g, () => 'z.url()'),
      }),
    );
  },
};

/** @throws Error when a new version of the library no longer has the text that a plugin replaces */
function replaced(path: string, source: string, text: RegExp, by: (...groups: string[]) => string): string {
  if (source.search(text) === -1) throw new Error(`${path} does not have the text that a bundling plugin replaces`);
  return source.replace(text, by);
}

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

/** For functions that count no conditional requests. */
export const chargesLeftOut: Plugin = {
  name: 'charges-left-out',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/http\/rate-limits\/charge-calls\.ts$/ }, () => ({
      contents: `export const isCharged = () => false;
        ${refusalOf('callCharges')}`,
    }));
  },
};

/** For functions whose requests name nothing that can be private to one person. */
export const privacyLeftOut: Plugin = {
  name: 'privacy-left-out',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/http\/privacy\/privacy-of-requests\.ts$/ }, () => ({
      contents: refusalOf('privacyOfRequests'),
    }));
  },
};

/**
 * Embeds the OpenAPI document, and the tools made from it, compressed: a cold function does not parse megabytes of text
 * as code.
 */
const workedOut: Plugin = {
  name: 'worked-out',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/shared\/domain\/(service\/committed-document|mcp\/tools)\.ts$/ }, async ({ path }) => {
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
  contractWithoutDocs,
  unusedSchemasRemoved,
  uncalledPartsLeftOut,
  formatMethodsLeftOut,
  workedOut,
];

/** Has zod interpret its schemas: compiling them costs a tenth of the time to the first answer. */
export const bundlePrologue = 'globalThis.__zod_globalConfig={jitless:true};';
