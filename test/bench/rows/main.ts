/**
 * `npm run bench:rows [-- --runs 15] [--short]`: the costs of lists, counts and reads for an owner with few and with
 * many rows, in DynamoDB Local, through the handlers of the functions.
 *
 * The results determine the indexes of lists and the bounds of filters (`rowBounds`).
 */
import { parseArgs } from 'node:util';
import { documents } from '../../../shared/platform/aws/documents.ts';
import { bars, type Line, missesOf, shortBars } from './bars.ts';
import { BenchService } from './bench-service.ts';
import { type Case, cases } from './cases.ts';
import { type CaseResult, measureCase } from './measure-case.ts';
import { ReadMeter } from './read-meter.ts';

/** The rows of the owners of one run, and the number of other owners. */
const whole = { few: 1_000, many: 100_000, owners: 10_000 };
const short = { few: 130, many: 650, owners: 20 };

const { values } = parseArgs({ options: { runs: { type: 'string' }, short: { type: 'boolean', default: false } } });
const runs = Number(values.runs ?? (values.short ? 1 : 15));
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be a whole number, 1 or more.');

/** Mutes the logs of the functions, because each case runs hundreds of times. */
const say = (text: string) => process.stderr.write(`${text}\n`);
console.info = () => undefined;
console.warn = () => undefined;

async function bench(service: BenchService): Promise<readonly string[]> {
  const sizes = values.short ? short : whole;
  const now = new Date();
  const meter = new ReadMeter(documents());
  say(`Writing an owner with ${sizes.few} rows of each kind.`);
  const few = await service.addOwner('few', sizes.few, now);
  const alone = new Map<Case, CaseResult>();
  for (const one of values.short ? [] : cases) alone.set(one, await measureCase(service, meter, one, [few], 1));

  say(`Writing an owner with ${sizes.many} rows of each kind, and ${sizes.owners} further owners.`);
  const many = await service.addOwner('many', sizes.many, now);
  await service.addOwners(sizes.owners, now);

  const lines: Line[] = [];
  for (const [index, one] of cases.entries()) {
    say(`${index + 1} of ${cases.length}: ${one.endpoint.id} (${one.name})`);
    lines.push({ one, alone: alone.get(one), result: await measureCase(service, meter, one, [few, many], runs) });
  }
  console.table(lines.map(rowOf));
  return lines.flatMap((line) => missesOf(line, values.short ? shortBars : bars));
}

/** Read units of DynamoDB, and the time with many rows relative to few rows. */
function rowOf({ one, result }: Line) {
  const [few, many] = result.costs;
  const call = `${one.endpoint.id} ${one.name} (${one.growth})`;
  return { call, unitsOfFew: few?.units, ...many, time: result.timeRatios[1] };
}

const service = await BenchService.start();
try {
  const misses = await bench(service);
  for (const miss of misses) console.log(`MISSED  ${miss}.`);
  if (misses.length === 0) console.log('\nEvery bar is met.');
  process.exitCode = misses.length === 0 ? 0 : 1;
} finally {
  await service.stop();
}
