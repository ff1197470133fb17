import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build as esbuild, type Plugin } from 'esbuild';
import { build, type Source } from '../../infra/bundling/build.ts';
import { type Bundle, bundlesOf } from '../../infra/bundling/bundles.ts';
import { bundlingPlugins } from '../../infra/bundling/plugins.ts';
import { SPECS_FILE } from '../../infra/specs/document.ts';
import type { SandboxSpecsDocument } from '../../shared/domain/sandbox-specs/sandbox-spec.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Builds {
  readonly shipped: ReadonlyMap<string, Bundle>;
  readonly plain: ReadonlyMap<string, Bundle>;
  moduleOf(build: 'shipped' | 'plain' | 'references', id: string): string;
}

export const references = ['empty', 'floor'] as const;

/** Bundles the functions in both ways, and the references, each with the sandbox specs. */
export async function buildAll(
  directory: string,
  functions: readonly Source[],
  specs: SandboxSpecsDocument,
): Promise<Builds> {
  const shipped = await build(join(directory, 'shipped'), functions);
  const files = functions.map(({ id, area }) => ({ id, file: `functions/${area}/${id}.ts` }));
  const plain = await bundle(join(directory, 'plain'), files, []);
  const referenceFiles = references.map((id) => ({ id, file: `test/bench/references/${id}.ts` }));
  await bundle(join(directory, 'references'), referenceFiles, bundlingPlugins);
  await Promise.all(
    ['shipped', 'plain'].flatMap((kind) =>
      functions.map(async ({ id }) => {
        await mkdir(join(directory, kind, id), { recursive: true });
        await writeFile(join(directory, kind, id, SPECS_FILE), JSON.stringify(specs));
      }),
    ),
  );
  return {
    shipped: byId(shipped.bundles),
    plain: byId(plain),
    moduleOf: (kind, id) => join(directory, kind, id, 'index.mjs'),
  };
}

/** The bundle of a team that sets only the two most effective options, `minify` and `mainFields`. */
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

function byId(bundles: readonly Bundle[]): ReadonlyMap<string, Bundle> {
  return new Map(bundles.map((entry) => [entry.id, entry]));
}
