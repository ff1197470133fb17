import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build as esbuild, type Plugin } from 'esbuild';
import type { Source } from '../../../infra/bundling/build.ts';
import { type Bundle, bundlesOf, METAFILE } from '../../../infra/bundling/bundles.ts';
import { bundlingPlugins } from '../../../infra/bundling/plugins.ts';
import { SPECS_FILE, specsDocument } from '../../../infra/specs/document.ts';
import { reference } from '../../../infra/specs/reference.ts';
import { parseSpec } from '../../../infra/specs/schema.ts';

const run = promisify(execFile);

const root = resolve(import.meta.dirname, '../../..');

const specs = JSON.stringify(specsDocument([parseSpec('reference', reference)]));

/** Functions as they lie in a directory, each in a folder of its own. */
export interface Built {
  readonly bundles: ReadonlyMap<string, Bundle>;
  moduleOf(id: string): string;
}

/** The functions of a checkout as it deploys them, each with the sandbox specs. @throws with the output of its build */
async function shippedBuild(directory: string, checkout = root): Promise<Built> {
  await run(process.execPath, [join(checkout, 'infra/bundling/build.ts'), directory], { cwd: checkout });
  return withSpecs(directory, bundlesOf(JSON.parse(await readFile(join(directory, METAFILE), 'utf8'))));
}

/** The functions of another checkout, or of a directory that it was built into. @throws with the output of its build */
export function builtElsewhere(directory: string, place: string): Promise<Built> {
  return existsSync(join(place, METAFILE)) ? copiedBuild(place, directory) : shippedBuild(directory, place);
}

/** A copy of functions that are built already, with what is deployed beside their code. */
export async function copiedBuild(built: string, directory: string): Promise<Built> {
  await cp(built, directory, { recursive: true });
  return withSpecs(directory, bundlesOf(JSON.parse(await readFile(join(directory, METAFILE), 'utf8'))));
}

/** The bundles of a team that sets only the two most effective options, `minify` and `mainFields`. */
export async function plainBuild(directory: string, functions: readonly Source[]): Promise<Built> {
  const files = functions.map(({ id, area }) => ({ id, file: `functions/${area}/${id}.ts` }));
  return withSpecs(directory, await bundle(directory, files, []));
}

export const references = ['empty', 'floor'] as const;

/** An empty handler, and one that reads a row by a request signed by hand: no function starts faster. */
export async function referenceBuild(directory: string): Promise<Built> {
  const files = references.map((id) => ({ id, file: `test/bench/references/${id}.ts` }));
  return built(directory, await bundle(directory, files, bundlingPlugins));
}

async function bundle(
  directory: string,
  files: readonly { readonly id: string; readonly file: string }[],
  plugins: Plugin[],
): Promise<readonly Bundle[]> {
  const { metafile } = await esbuild({
    absWorkingDir: root,
    entryPoints: files.map(({ id, file }) => ({ in: file, out: `${id}/index` })),
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    logLevel: 'silent',
    metafile: true,
    plugins,
  });
  return bundlesOf(metafile);
}

async function withSpecs(directory: string, bundles: readonly Bundle[]): Promise<Built> {
  for (const { id } of bundles) {
    await mkdir(join(directory, id), { recursive: true });
    await writeFile(join(directory, id, SPECS_FILE), specs);
  }
  return built(directory, bundles);
}

function built(directory: string, bundles: readonly Bundle[]): Built {
  return {
    bundles: new Map(bundles.map((entry) => [entry.id, entry])),
    moduleOf: (id) => join(directory, id, 'index.mjs'),
  };
}
