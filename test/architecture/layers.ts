/** One layer of the product: a folder, with the imports that its files can have. */
export interface Layer {
  readonly name: string;
  readonly folder: string;
  readonly imports: readonly string[];
  /** Packages that its files can import. Undefined allows every package that no other rule refuses. */
  readonly packages?: readonly string[];
}

/** Modules of Node that a program for a shell needs. */
const nodeModules = [
  'child_process',
  'crypto',
  'events',
  'fs',
  'fs/promises',
  'http',
  'module',
  'os',
  'path',
  'stream',
  'stream/promises',
  'zlib',
  'stream/web',
  'url',
  'util',
].map((name) => `node:${name}`);

/**
 * The layers from the lowest to the highest. A file imports its own layer and lower ones, never a higher one; `imports`
 * narrows that further. docs/architecture.md quotes this list.
 */
export const layers: readonly Layer[] = [
  { name: 'contract', folder: 'shared/contract', imports: [], packages: ['zod'] },
  { name: 'client', folder: 'shared/client', imports: ['contract'] },
  { name: 'presentation', folder: 'shared/presentation', imports: ['contract', 'client'], packages: [] },
  { name: 'rights', folder: 'shared/rights', imports: ['contract'], packages: [] },
  { name: 'platform', folder: 'shared/platform', imports: ['contract', 'rights'] },
  { name: 'domain', folder: 'shared/domain', imports: ['contract', 'presentation', 'rights', 'platform'] },
  { name: 'http', folder: 'shared/http', imports: ['contract', 'rights', 'platform', 'domain'] },
  { name: 'wiring', folder: 'shared/wiring', imports: ['contract', 'rights', 'platform', 'domain', 'http'] },
  {
    name: 'functions',
    folder: 'functions',
    imports: ['contract', 'presentation', 'rights', 'platform', 'domain', 'http', 'wiring'],
  },
  {
    name: 'infra',
    folder: 'infra',
    imports: ['contract', 'client', 'presentation', 'rights', 'platform', 'domain', 'http', 'wiring'],
  },
  { name: 'console', folder: 'console/src', imports: ['client', 'presentation'] },
  {
    name: 'acs',
    folder: 'console/acs',
    imports: ['client', 'presentation'],
    packages: ['@clack/prompts', 'fast-string-truncated-width', 'modern-tar/fs', 'ws', 'yargs', ...nodeModules],
  },
];

/** Trees in which imports between files or folders must not form a cycle. */
export const trees = ['shared', 'functions', 'infra', 'console/acs', 'console/src'] as const;

/** Importable files outside the layers, with the files that import them. */
export const outside: Readonly<Record<string, readonly string[]>> = {
  'cdk.json': ['infra/app.ts'],
  'docs/openapi.json': ['shared/domain/service/committed-document.ts'],
  'package.json': [
    'console/acs/parser.ts',
    'functions/mcp/call-mcp.ts',
    'functions/service/get-server-info.ts',
    'infra/docs/openapi/document.ts',
  ],
};

/** The code that describes a deployment, which must not load code that runs in one. */
export const deployment = /^infra\/(app|config)\.ts$|^infra\/(stacks|constructs|access|specs)\//;

/** Code that a deployment shares with the functions, in addition to contract and http. */
export const deploymentMayImport: readonly string[] = [
  'shared/domain/sandboxes/specs/sandbox-specs.ts',
  'shared/domain/sandboxes/specs/task-definition.ts',
  'shared/domain/sandboxes/record/disks.ts',
  'shared/domain/sandboxes/record/limits.ts',
  'shared/platform/errors.ts',
];
