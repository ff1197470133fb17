import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceTables, startServiceTables } from '../../support/service-tables.ts';
import { ReadMeter } from '../rows/read-meter.ts';
import { bars, missesOf, shortBars } from './bars.ts';
import { IngestScene } from './ingest-scene.ts';
import { measureBatches, measureHistories } from './measure-ingest.ts';
import { type Options, readOptions } from './options.ts';
import { Before, reportBatches, reportHistories } from './report.ts';
import { WriteUnits } from './write-units.ts';

const beforeFile = join(import.meta.dirname, 'before.json');

async function bench(options: Options, tables: ServiceTables): Promise<readonly string[]> {
  process.env.ALLOWED_ORIGINS ??= '*';
  const meters = { reads: new ReadMeter(tables.documents), writes: new WriteUnits(tables.documents) };
  const scene = await IngestScene.begin(tables);
  console.error('Delivering batches.');
  const costs = await measureBatches(scene, meters, options);
  console.error(`Writing a history of ${options.history} events.`);
  const histories = await measureHistories(scene, meters, [100, options.history], options.runs);
  if (options.recordAs !== undefined) {
    const command = `npm run bench:ingest -- --runs ${options.runs}`;
    await writeFile(beforeFile, `${JSON.stringify({ commit: options.recordAs, command, costs }, undefined, 2)}\n`);
  }
  const before = Before.parse(JSON.parse(await readFile(beforeFile, 'utf8')));
  console.log(`${reportBatches(costs, before)}\n\n${reportHistories(histories)}\n`);
  return missesOf(costs, histories, options.short ? shortBars : bars);
}

const options = readOptions(process.argv.slice(2));
const tables = await startServiceTables();
try {
  const misses = await bench(options, tables);
  for (const miss of misses) console.log(`MISSED  ${miss}.`);
  if (misses.length === 0) console.log('Every bar is met.');
  process.exitCode = misses.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await tables.stop();
}
