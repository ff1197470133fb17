import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median } from '../statistics.ts';
import { contestantsOf } from './contestants.ts';
import { requestsOf, type Span } from './requests-of.ts';
import { StubInProcess } from './stub-in-process.ts';

const spans: readonly Span[] = [
  { from: 1, to: 10 },
  { from: 11, to: 100 },
  { from: 101, to: 1_000 },
];
const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' }, of: { type: 'string' }, only: { type: 'string' } } });
const runs = Number(values.runs);
const stub = await StubInProcess.start();
const directory = await mkdtemp(join(tmpdir(), 'half-warm-'));
try {
  const contestants = (await contestantsOf(stub.scenery, directory, values.of)).filter(({id}) => !values.only || values.only.split(',').includes(id));
  const all = new Map<string, number[][]>();
  for (let r = 0; r < runs; r += 1) {
    for (const c of r % 2 ? contestants : contestants.toReversed()) {
      const k = `${c.id} ${c.side}`;
      const got = await requestsOf(c, spans, stub, directory);
      all.set(k, [...(all.get(k) ?? []), [...got, (got[0]!*10+got[1]!*90+got[2]!*900)/1000]]);
    }
  }
  for (const [k, rows] of [...all].sort()) console.log(k.padEnd(40), [0,1,2,3].map((i) => median(rows.map((x) => x[i]!)).toFixed(2)).join('  '));
} finally {
  stub.stop();
  await rm(directory, { recursive: true });
}
