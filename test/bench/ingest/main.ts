/**
 * `npm run bench:ingest [-- --runs 15] [--short]`: CPU time and write units of the event webhook, by batch size
 * and length of the history, with the stores on DynamoDB Local.
 *
 * The results determine the batch size of agents, and that events are rows (docs/adr/0012).
 */
import { parseArgs } from 'node:util';
import { startServiceTables } from '../../support/service-tables.ts';
import { ReadMeter } from '../rows/read-meter.ts';
import { bars, missesOf, shortBars } from './bars.ts';
import { IngestScene } from './ingest-scene.ts';
import { measureBatches, measureHistories } from './measure-ingest.ts';
import { WriteUnits } from './write-units.ts';

const { values } = parseArgs({ options: { runs: { type: 'string' }, short: { type: 'boolean', default: false } } });
const runs = Number(values.runs ?? (values.short ? 3 : 15));
if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be a whole number, 1 or more.');
/** The events of the long history, and the minimum that one round delivers for each batch size. */
const { history, events } = values.short ? { history: 1_000, events: 50 } : { history: 100_000, events: 500 };

const tables = await startServiceTables();
try {
  process.env.ALLOWED_ORIGINS ??= '*';
  const meters = { reads: new ReadMeter(tables.documents), writes: new WriteUnits(tables.documents) };
  const scene = await IngestScene.begin(tables);
  console.error('Delivering batches.');
  const costs = await measureBatches(scene, meters, { runs, events });
  console.error(`Writing a history of ${history} events.`);
  const histories = await measureHistories(scene, meters, [100, history], runs);
  // DynamoDB calls per batch. CPU time and write units per event.
  const ofEvents = costs.map(({ size, calls, cpuMs, writeUnits }) => {
    return { size, calls, cpuMs: cpuMs / size, writeUnits: writeUnits / size };
  });
  console.table(ofEvents);
  console.table([histories.short, histories.long]);
  const misses = missesOf(costs, histories, values.short ? shortBars : bars);
  for (const miss of misses) console.log(`MISSED  ${miss}.`);
  if (misses.length === 0) console.log('Every bar is met.');
  process.exitCode = misses.length === 0 ? 0 : 1;
} finally {
  await tables.stop();
}
