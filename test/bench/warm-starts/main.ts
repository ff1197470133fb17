import { Contestant, type Start } from './contestant.ts';
import { readOptions, USAGE } from './options.ts';
import { missedBars, tableOf } from './report.ts';

/** Starts of each kind that do not count: the first ones of a service load its functions. */
const UNCOUNTED = 2;

function options() {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

const { runs, isShort } = options();
const say = (line: string) => process.stderr.write(`${line}\n`);
const starts: Record<Contestant['kind'], Start[]> = { warm: [], cold: [] };
const contestants: Contestant[] = [];
try {
  say('starting two local services');
  for (const kind of ['warm', 'cold'] as const) contestants.push(await Contestant.start(kind));
  for (let run = -UNCOUNTED; run < runs; run += 1) {
    // Each goes first every other time.
    for (const contestant of run % 2 === 0 ? contestants : contestants.toReversed()) {
      const start = await contestant.measure();
      say(`${run < 0 ? 'uncounted' : `run ${run + 1}`}: ${contestant.kind} ${start.readyMs} ms`);
      if (run >= 0) starts[contestant.kind].push(start);
    }
  }
} finally {
  for (const contestant of contestants) await contestant.end();
}
process.stdout.write(`${tableOf(starts)}\n`);
const missed = missedBars(starts, isShort);
for (const bar of missed) say(`missed ${bar}`);
process.exit(missed.length === 0 ? 0 : 1);
