import { resolve } from 'node:path';
import { measureOurs, measurePeer, type Side } from './measures.ts';
import { readOptions } from './options.ts';
import { missing } from './peer.ts';
import { missesOf, report } from './report.ts';

const PROJECT_ROOT = resolve(import.meta.dirname, '..', '..', '..');

/** Of the peer's CPU, in every row; the short form is for gross regressions. */
const ALLOWED = { full: 1, short: 2 } as const;

const say = (line: string): void => console.error(line);

async function bench(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const reason = await missing(options.python);
  const [ours, peer, mended]: Side[][] = [[], [], []];
  for (let run = 1; run <= options.runs; run += 1) {
    say(`run ${run} of ${options.runs}`);
    ours?.push(await measureOurs(PROJECT_ROOT, options));
    if (reason !== undefined || options.python === undefined) continue;
    peer?.push(await measurePeer(options.python, false, options));
    mended?.push(await measurePeer(options.python, true, options));
  }
  const sides = { ours: ours ?? [], peer: peer ?? [], mended: mended ?? [] };
  console.log(report(sides));
  if (reason !== undefined) console.log(`\n${reason}`);
  const misses = missesOf(sides, options.isShort ? ALLOWED.short : ALLOWED.full);
  for (const miss of misses) console.log(`MISSED  ${miss}.`);
  if (reason === undefined && misses.length === 0) console.log('\nEvery bar is met.');
  if (misses.length > 0) process.exitCode = 1;
}

try {
  await bench();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
