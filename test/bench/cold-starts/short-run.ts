import { join } from 'node:path';
import { builtFunctions } from '../../../infra/bundling/built-functions.ts';
import { copiedBuild } from '../tapes/builds.ts';
import { inLanes } from '../tapes/lanes.ts';
import { coldOnly, type Measurement, measure } from '../tapes/measure.ts';
import { type Subject, subjectsOf } from '../tapes/subjects.ts';
import { bars } from './bars.ts';

/** CPU of the first call, of that of the second: far above the bar of the whole bench, as one process says little. */
const GROSS = 3;

/** What a first call may take longer than a second one, in milliseconds of CPU, whatever the ratio. */
const NOISE = 5;

/** A slow moment of the machine is none of the function's: the best of so many counts. */
const TRIES = 3;

interface Short {
  readonly only: readonly string[];
}

/**
 * Runs every function once, as it is shipped. @returns what is missed: a tape that does not play whole, a refusal, a
 * bundle that is too large, and a first call that takes many times the second
 */
export async function shortRun({ only }: Short, directory: string): Promise<readonly string[]> {
  const built = await copiedBuild(await builtFunctions(), join(directory, 'shipped'));
  const subjects = await subjectsOf(only);
  const misses = await inLanes(subjects, (subject) => missesOf(subject, built.moduleOf));
  const large = [...built.bundles.values()].filter(
    ({ id, bytes }) => isEndpoint(subjects, id) && bytes > bars.endpointBytes,
  );
  return [...misses.flat(), ...large.map(({ id, bytes }) => `${id}: its bundle has ${bytes} bytes`)];
}

const isEndpoint = (subjects: readonly Subject[], id: string) =>
  subjects.some((subject) => subject.id === id && subject.kind === 'endpoint');

async function missesOf({ id, tapes }: Subject, moduleOf: (id: string) => string): Promise<readonly string[]> {
  let slowest = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const measurement = await measure({ id, module: moduleOf(id), tapes }, coldOnly);
      if (!isGross(measurement)) return [];
      slowest = measurement.first.cpuMs / measurement.second.cpuMs;
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  }
  return [`${id}: its first call takes ${slowest.toFixed(1)} times the CPU of its second, ${GROSS} is allowed`];
}

const isGross = ({ first, second }: Measurement) =>
  first.cpuMs > GROSS * second.cpuMs && first.cpuMs - second.cpuMs > NOISE;
