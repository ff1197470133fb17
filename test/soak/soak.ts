import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { anySchedule } from '../support/sandboxes/world/one-sandbox.ts';
import { brokenBy, type Schedule, schedule } from '../support/sandboxes/world/schedule.ts';

const USAGE = `Lets random schedules run against the simulated service for as long as wanted.

  npm run test:soak -- --minutes N [--seed S]
`;

/** Schedules per seed. */
const BATCH = 500;

/** Runs schedules until the time is over. @returns their number, or the first one that violates a promise */
async function soak(
  minutes: number,
  firstSeed: number,
): Promise<{ schedules: number; failure?: { seed: number; schedule: Schedule; broken: readonly string[] } }> {
  const end = Date.now() + minutes * 60_000;
  let schedules = 0;
  for (let seed = firstSeed; Date.now() < end; seed += 1) {
    const generate = seed % 2 === 0 ? anySchedule : schedule;
    for (const given of fc.sample(generate(seed % 4 !== 0), { numRuns: BATCH, seed })) {
      const { broken } = await brokenBy(given);
      schedules += 1;
      if (broken.length > 0) return { schedules, failure: { seed, schedule: given, broken } };
    }
    process.stdout.write(`seed ${seed}: ${schedules} schedules so far, all promises held\n`);
  }
  return { schedules };
}

const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const minutes = Number(values.minutes ?? Number.NaN);
if (!(minutes > 0)) {
  process.stderr.write(USAGE);
  process.exit(2);
}
// Mutes the logs of the faults that the soak test injects.
for (const level of ['info', 'warn', 'error'] as const) console[level] = () => undefined;
const { schedules, failure } = await soak(minutes, Number(values.seed ?? Date.now() % 1_000_000));
if (failure) {
  process.stdout.write(`${JSON.stringify(failure, undefined, 2)}\n`);
  process.stdout.write(`a promise was broken by schedule ${schedules}\n`);
  process.exit(1);
}
process.stdout.write(`${schedules} schedules, all promises held\n`);
