import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build as esbuild } from 'esbuild';
import { codedEndpoints } from '../shared/contract/index.ts';
import { type Bundle, bundlesOf, METAFILE } from './bundling/bundles.ts';
import { bundlePrologue, bundlingPlugins } from './bundling/plugins.ts';
import { workers } from './workers.ts';

const root = resolve(import.meta.dirname, '..');

/** A function's file is `functions/<area>/<id>.ts`. */
export interface Source {
  readonly id: string;
  readonly area: string;
}

const everything: readonly Source[] = [...codedEndpoints, ...workers];

export interface Build {
  readonly directory: string;
  readonly bundles: readonly Bundle[];
}

/**
 * Bundles every function, endpoints and workers alike, in one pass. The same sources give the same bytes.
 *
 * @throws when an endpoint or worker has no file, or when esbuild cannot bundle one.
 */
export async function build(outDirectory: string, functions: readonly Source[] = everything): Promise<Build> {
  const directory = resolve(outDirectory);
  const { metafile } = await esbuild({
    absWorkingDir: root,
    entryPoints: functions.map(({ id, area }) => ({ in: fileOf({ id, area }), out: `${id}/index` })),
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
    plugins: bundlingPlugins,
  });
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, METAFILE), JSON.stringify(metafile));
  return { directory, bundles: bundlesOf(metafile) };
}

function fileOf({ id, area }: Source): string {
  const path = `functions/${area}/${id}.ts`;
  if (!existsSync(join(root, path))) throw new Error(`The function '${id}' has no file: ${path} does not exist.`);
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
