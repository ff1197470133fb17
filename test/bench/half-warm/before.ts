import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { PerRequest } from './requests.ts';

const FILE = join(import.meta.dirname, 'before.json');

const Figures = z.object({ spans: z.array(z.number()), all: z.number() });

const Before = z.object({
  commit: z.string(),
  command: z.string(),
  node: z.string(),
  /** Of the floor in the same run, which says how fast the machine was. */
  floor: Figures,
  functions: z.record(z.string(), Figures),
});
export type Before = z.infer<typeof Before>;

/** The figures of before, as they were measured then; undefined where none are kept. */
export function readBefore(): Before | undefined {
  return existsSync(FILE) ? Before.parse(JSON.parse(readFileSync(FILE, 'utf8'))) : undefined;
}

/** As this machine is as much faster or slower as the floor is in the part that all runs have. */
export function scaled({ floor, functions }: Before, now: PerRequest): ReadonlyMap<string, PerRequest> {
  const sum = (figures: readonly number[]) => figures.slice(0, 2).reduce((total, each) => total + each, 0);
  const factor = sum(now.spans) / sum(floor.spans);
  const times = ({ spans, all }: PerRequest) => ({ spans: spans.map((each) => each * factor), all: all * factor });
  return new Map(Object.entries(functions).map(([id, figures]) => [id, times(figures)]));
}

export async function writeBefore(
  commit: string,
  runs: number,
  floor: PerRequest,
  functions: ReadonlyMap<string, PerRequest>,
): Promise<void> {
  const command = `npm run bench:half-warm -- --of <checkout of ${commit}> --record ${commit} --runs ${runs}`;
  const rounded = ({ spans, all }: PerRequest) => ({ spans: spans.map(toHundredth), all: toHundredth(all) });
  const kept = Object.fromEntries([...functions].map(([id, figures]) => [id, rounded(figures)]));
  const content: Before = { commit, command, node: process.version, floor: rounded(floor), functions: kept };
  // One line for each list, as the formatter of the project has it.
  const text = JSON.stringify(content, undefined, 2).replace(/\[\s+([^\]]*?)\s+\]/g, (_, list: string) => {
    return `[${list.replace(/\s+/g, ' ')}]`;
  });
  await writeFile(FILE, `${text}\n`);
}

const toHundredth = (value: number) => Math.round(value * 100) / 100;
