import { documents } from '../../../shared/platform/aws/documents.ts';
import { BenchService } from './bench-service.ts';
import { cases } from './cases.ts';
import { measureCase } from './measure-case.ts';
import { readOptions } from './options.ts';
import { ReadMeter } from './read-meter.ts';

const options = readOptions(process.argv.slice(2));
const service = await BenchService.start();
try {
  const now = new Date();
  let t = performance.now();
  const few = await service.addOwner('few', options.sizes.few, now);
  console.error('few', performance.now() - t);
  t = performance.now();
  const many = await service.addOwner('many', options.sizes.many, now);
  console.error('many', performance.now() - t);
  t = performance.now();
  await service.addOwners(options.sizes.owners, now);
  console.error('owners', performance.now() - t);
  const meter = new ReadMeter(documents());
  for (const one of cases) {
    try {
      const { costs, timeRatios } = await measureCase(service, meter, one, [few, many], options.runs);
      console.log(one.growth, one.endpoint.id, one.name, costs.map((c) => `${c.calls}/${c.units}/${c.rows}/${c.milliseconds.toFixed(1)}/${c.answer}`).join('  '), timeRatios.map((r) => r.toFixed(2)).join(' '));
    } catch (e) { console.log('FAIL', one.endpoint.id, one.name, String(e).slice(0, 300)); }
  }
} finally {
  await service.stop();
}
