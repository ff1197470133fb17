import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { missesOf, shortMissesOf } from './bars.ts';
import { type Figures, figuresOf } from './figures.ts';
import { measureService } from './measures.ts';
import { readOptions } from './options.ts';
import { report } from './report.ts';

const BEFORE = join(import.meta.dirname, 'before.json');

const say = (line: string): void => console.error(line);

/** The figures of the commit that this bench began with. */
async function kept(): Promise<Figures> {
  return (JSON.parse(await readFile(BEFORE, 'utf8')) as { readonly figures: Figures }).figures;
}

async function bench(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const figures = figuresOf(await measureService(options, say));
  if (options.json !== undefined) {
    const command = `npm run bench:local -- ${process.argv.slice(2).join(' ')}`;
    await writeFile(options.json, `${JSON.stringify({ command, figures }, undefined, 2)}\n`);
    console.log(report(figures, undefined));
    return;
  }
  const before = await kept();
  console.log(report(figures, before));
  const misses = options.isShort ? shortMissesOf(figures) : missesOf(figures, before);
  for (const miss of misses) console.log(`MISSED  ${miss}.`);
  if (misses.length === 0) console.log('Every bar is met.');
  if (misses.length > 0) process.exitCode = 1;
}

try {
  await bench();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
