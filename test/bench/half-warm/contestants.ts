import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as esbuild } from 'esbuild';
import type { build as Build } from '../../../infra/bundling/build.ts';
import { bundlingPlugins } from '../../../infra/bundling/plugins.ts';
import { SPECS_FILE } from '../../../infra/specs/document.ts';
import { tables } from '../tables.ts';
import type { Scenery } from './stub-in-process.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The requests of the issue, each with what a table calls it. The authorizer precedes each of the others. */
export const requests = {
  'list-app-conversations': 'list of conversations',
  'get-app-conversation': 'one conversation',
  'search-sandboxes': 'sandboxes',
  'get-settings': 'settings',
  'search-sandbox-specs': 'specs',
  authorize: 'authorizer',
} as const;
export type RequestId = keyof typeof requests;

/** It reads one row by a request that it signs by hand, which tells how fast the machine is. */
export const FLOOR = 'floor';

export interface Contestant {
  /** Of the function, or the floor. */
  readonly id: RequestId | typeof FLOOR;
  readonly side: Side;
  readonly module: string;
  readonly event: string;
}

export type Side = 'now' | 'before';

/** Bundles the functions of this checkout, those of another one where it is given, and the floor. */
export async function contestantsOf(
  { subjects, specs }: Scenery,
  directory: string,
  before: string | undefined,
): Promise<readonly Contestant[]> {
  const measured = subjects.filter(({ id }) => id in requests);
  const sides = [['now', root], ...(before === undefined ? [] : [['before', resolve(before)]])] as [Side, string][];
  const contestants: Contestant[] = [];
  for (const [side, checkout] of sides) {
    const { build }: { build: typeof Build } = await import(
      pathToFileURL(join(checkout, 'infra/bundling/build.ts')).href
    );
    await build(join(directory, side), measured);
    for (const { id, event } of measured) {
      await writeFile(join(directory, side, id, SPECS_FILE), specs);
      contestants.push({ id: id as RequestId, side, module: join(directory, side, id, 'index.mjs'), event });
    }
  }
  return [...contestants, await floor(directory, subjects)];
}

/** It looks for a row that is not there: the answer is as quick. */
async function floor(directory: string, subjects: Scenery['subjects']): Promise<Contestant> {
  if (subjects.length === 0) throw new Error('there is nothing to measure');
  const module = join(directory, FLOOR, 'index.mjs');
  await mkdir(join(directory, FLOOR), { recursive: true });
  await esbuild({
    absWorkingDir: root,
    entryPoints: ['test/bench/references/floor.ts'],
    outfile: module,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minify: true,
    logLevel: 'silent',
    plugins: bundlingPlugins,
  });
  const key = { owner_id: { S: 'bench' }, sandbox_id: { S: 'none' } };
  return { id: FLOOR, side: 'now', module, event: JSON.stringify({ table: tables.SANDBOXES_TABLE.name, key }) };
}
