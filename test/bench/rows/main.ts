import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documents } from '../../../shared/platform/aws/documents.ts';
import { bars, missesOf, shortBars } from './bars.ts';
import { BenchService } from './bench-service.ts';
import { type Case, cases } from './cases.ts';
import { type CaseResult, measureCase } from './measure-case.ts';
import { type Options, readOptions } from './options.ts';
import { ReadMeter } from './read-meter.ts';
import { Before, type Line, report } from './report.ts';

/** Without the logs of the functions: each case is called hundreds of times. */
const say = (text: string) => process.stderr.write(`${text}\n`);

async function bench({ runs, sizes, short }: Options, service: BenchService): Promise<readonly string[]> {
  const now = new Date();
  const meter = new ReadMeter(documents());
  say(`Writing an owner with ${sizes.few} rows of each kind.`);
  const few = await service.addOwner('few', sizes.few, now);
  const alone = new Map<Case, CaseResult>();
  for (const one of short ? [] : cases) alone.set(one, await measureCase(service, meter, one, [few], 1));

  say(`Writing an owner with ${sizes.many} rows of each kind, and ${sizes.owners} further owners.`);
  const many = await service.addOwner('many', sizes.many, now);
  await service.addOwners(sizes.owners, now);

  const lines: Line[] = [];
  for (const [index, one] of cases.entries()) {
    say(`${index + 1} of ${cases.length}: ${one.endpoint.id} (${one.name})`);
    lines.push({ one, alone: alone.get(one), result: await measureCase(service, meter, one, [few, many], runs) });
  }
  const before = Before.parse(JSON.parse(await readFile(join(import.meta.dirname, 'before.json'), 'utf8')));
  console.log(report(lines, sizes, before));
  return lines.flatMap((line) => missesOf(line, short ? shortBars : bars));
}

console.info = () => undefined;
console.warn = () => undefined;
const options = readOptions(process.argv.slice(2));
const service = await BenchService.start();
try {
  const misses = await bench(options, service);
  for (const miss of misses) console.log(`MISSED  ${miss}.`);
  if (misses.length === 0) console.log('\nEvery bar is met.');
  process.exitCode = misses.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await service.stop();
}
