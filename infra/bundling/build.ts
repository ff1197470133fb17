import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build as esbuild, type Metafile, type Plugin } from 'esbuild';
import { codedEndpoints } from '../../shared/contract/coded-endpoints.ts';
import { namedFields } from '../../shared/contract/endpoint/named.ts';
import { workers } from '../../shared/contract/workers.ts';
import { isAudited } from '../../shared/http/audit/audit-requests.ts';
import { isCharged } from '../../shared/http/rate-limits/charge-calls.ts';
import { type Bundle, bundlesOf, METAFILE } from './bundles.ts';
import { entryOf, initializedEntries } from './entries.ts';
import { assertAllMatched, countMatches } from './filter-account.ts';
import { auditLeftOut, bundlePrologue, bundlingPlugins, chargesLeftOut, privacyLeftOut } from './plugins.ts';

const root = resolve(import.meta.dirname, '../..');

/** A function's file is `functions/<area>/<id>.ts`. */
export interface Source {
  readonly id: string;
  readonly area: string;
}

const everything: readonly Source[] = [...codedEndpoints, ...workers];

/** Endpoints whose calls are audited. */
const auditedIds = new Set(codedEndpoints.filter(isAudited).map(({ id }) => id as string));

/** Endpoints that count conditional requests. */
const chargedIds = new Set(codedEndpoints.filter(isCharged).map(({ id }) => id as string));

/** Endpoints whose requests name what can be private to one person. */
const namingIds = new Set(codedEndpoints.filter((one) => namedFields(one).length > 0).map(({ id }) => id as string));

/** The names of the plugins that would leave out what a function needs. */
function needsOf({ id }: Source): string {
  return [
    ...(auditedIds.has(id) ? [auditLeftOut.name] : []),
    ...(chargedIds.has(id) ? [chargesLeftOut.name] : []),
    ...(namingIds.has(id) ? [privacyLeftOut.name] : []),
  ].join(' ');
}

/** Functions that esbuild holds in memory at once, 30 MB each: several builds may run on one machine. */
const AT_ONCE = 16;

export interface Build {
  readonly directory: string;
  readonly bundles: readonly Bundle[];
}

/** Bundles all functions reproducibly. @throws without a file, on a failed bundle, or for a filter without a match */
export async function build(outDirectory: string, functions: readonly Source[] = everything): Promise<Build> {
  const directory = resolve(outDirectory);
  const account: Metafile = { inputs: {}, outputs: {} };
  const filters = countMatches([...bundlingPlugins, auditLeftOut, chargesLeftOut, privacyLeftOut]);
  for (const [needs, group] of Map.groupBy(functions, needsOf)) {
    const plugins = filters.plugins.filter(({ name }) => !needs.split(' ').includes(name));
    for (let at = 0; at < group.length; at += AT_ONCE) {
      const { inputs, outputs } = await bundle(group.slice(at, at + AT_ONCE), directory, plugins);
      Object.assign(account.inputs, inputs);
      Object.assign(account.outputs, outputs);
    }
  }
  if (functions === everything) assertAllMatched(filters);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, METAFILE), JSON.stringify(account));
  return { directory, bundles: bundlesOf(account) };
}

async function bundle(functions: readonly Source[], directory: string, plugins: Plugin[]): Promise<Metafile> {
  const { metafile } = await esbuild({
    absWorkingDir: root,
    entryPoints: functions.map((source) => ({ in: entryOf(fileOf(source)), out: `${source.id}/index` })),
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'silent',
    metafile: true,
    banner: { js: bundlePrologue },
    plugins: [initializedEntries, ...plugins],
  });
  return metafile;
}

function fileOf({ id, area }: Source): string {
  const path = `functions/${area}/${id}.ts`;
  if (!existsSync(join(root, path))) throw new Error(`${id} has no handler: write ${path}`);
  return path;
}

if (import.meta.main) {
  try {
    const { directory, bundles } = await build(process.argv[2] ?? 'dist');
    const largest = bundles.reduce((most, bundle) => (bundle.bytes > most.bytes ? bundle : most));
    console.error(
      `${bundles.length} functions built into ${directory}; the largest is ${largest.id}, ${largest.bytes} bytes.`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
