import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startBenchCloud } from './gateway/bench-cloud.ts';
import { compare, type Options, report } from './gateway/compare.ts';
import { type Side, sideOff, sideOn } from './gateway/sides.ts';

const legend = `
Through the local gateway, both sides in one run and in turns. on: the authorizer looks up the API key and counts the call; owner and key have limits and budgets;
each create has an Idempotency-Key. off: an authorizer of this bench that does nothing, no limit of a key and no budget, and no Idempotency-Key. Functions, tables
and audit are the same. Milliseconds as a client sees them.`;

/** @throws with one sentence when an option is unknown or makes no sense. */
function readOptions(args: readonly string[]): Options & { readonly json: string | undefined } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '5' },
      requests: { type: 'string', default: '200' },
      clients: { type: 'string', default: '4' },
      json: { type: 'string' },
    },
  });
  const count = (name: 'rounds' | 'requests' | 'clients'): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1 on`);
    return value;
  };
  return { rounds: count('rounds'), requests: count('requests'), clients: count('clients'), json: values.json };
}

async function bench(): Promise<void> {
  const { json, ...options } = readOptions(process.argv.slice(2));
  console.error('Building the functions and starting their tables.');
  const cloud = await startBenchCloud();
  const sides: Side[] = [];
  try {
    const [on, off] = [await sideOn(cloud), await sideOff(cloud)] as const;
    sides.push(on, off);
    const comparisons = await compare([on, off], options, (round) => {
      console.error(`Round ${round} of ${options.rounds}.`);
    });
    console.log(report(comparisons));
    console.log(legend);
    if (json !== undefined) await writeFile(json, `${JSON.stringify({ options, comparisons }, undefined, 2)}\n`);
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
    await cloud.stop();
  }
}

try {
  await bench();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
