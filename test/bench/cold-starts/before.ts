import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Figures } from '../tapes/figures.ts';

const FILE = join(import.meta.dirname, 'before.json');

const Figure = z.object({
  bytes: z.int(),
  init: z.number(),
  first: z.number(),
  second: z.number(),
  warm: z.number().optional(),
});

const Before = z.object({
  /** What was measured, and how. */
  commit: z.string(),
  command: z.string(),
  node: z.string(),
  /** Of the floor in the same run, which says how fast the machine was. */
  floor: Figure,
  functions: z.record(z.string(), Figure),
});

/** The figures of before, as they were measured then; undefined where none are kept. */
export function readBefore(): z.infer<typeof Before> | undefined {
  return existsSync(FILE) ? Before.parse(JSON.parse(readFileSync(FILE, 'utf8'))) : undefined;
}

/** As this machine is as much faster or slower as the floor is. */
export function scaled(before: z.infer<typeof Before>, floor: Figures): ReadonlyMap<string, Figures> {
  const factor = (floor.init + floor.first) / (before.floor.init + before.floor.first);
  const times = ({ bytes, init, first, second, warm }: Figures): Figures => ({
    bytes,
    init: init * factor,
    first: first * factor,
    second: second * factor,
    ...(warm === undefined ? {} : { warm: warm * factor }),
  });
  return new Map(
    Object.entries(before.functions).map(([id, { warm, ...figures }]) => {
      return [id, times({ ...figures, ...(warm === undefined ? {} : { warm }) })];
    }),
  );
}

interface Kept {
  readonly commit: string;
  readonly floor: Figures;
  readonly functions: ReadonlyMap<string, Figures>;
  readonly runs: number;
}

export async function writeBefore({ commit, floor, functions, runs }: Kept): Promise<void> {
  const command = `npm run bench:cold-starts -- --of <checkout of ${commit}> --record ${commit} --runs ${runs}`;
  const sorted = [...functions].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([id, each]) => [id, rounded(each)]);
  const content = {
    commit,
    command,
    node: process.version,
    floor: rounded(floor),
    functions: Object.fromEntries(sorted),
  };
  await writeFile(FILE, `${JSON.stringify(Before.parse(content), undefined, 2)}\n`);
}

const rounded = (figures: Figures) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value * 100) / 100]));
