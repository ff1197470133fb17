import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { compareEdge, reportEdge } from './edge/compare-edge.ts';
import { startPrograms } from './edge/programs.ts';

const legend = `
Through the local edge, with the function that is deployed and its check of a label, beside the same calls without it: both sides in one run and in turns, client,
edge and sandbox each in a process of its own on loopback. Small requests are GETs on kept connections; their rate is that of several clients at once.
WebSocket messages have 1 KB. Rates are medians of the rounds; times are of all requests.`;

/** @throws with one sentence when an option is unknown or makes no sense. */
function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '5' },
      requests: { type: 'string', default: '500' },
      clients: { type: 'string', default: '8' },
      megabytes: { type: 'string', default: '100' },
      messages: { type: 'string', default: '500' },
      json: { type: 'string' },
    },
  });
  const count = (name: 'rounds' | 'requests' | 'clients' | 'megabytes' | 'messages'): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} takes a whole number from 1 on`);
    return value;
  };
  return {
    rounds: count('rounds'),
    sizes: {
      requests: count('requests'),
      clients: count('clients'),
      megabytes: count('megabytes'),
      messages: count('messages'),
    },
    json: values.json,
  };
}

async function bench(): Promise<void> {
  const { rounds, sizes, json } = readOptions(process.argv.slice(2));
  const programs = await startPrograms();
  try {
    const figures = await compareEdge(programs, rounds, sizes, (round) => {
      console.error(round === 0 ? 'A round that does not count.' : `Round ${round} of ${rounds}.`);
    });
    console.log(reportEdge(figures));
    console.log(legend);
    if (json !== undefined) await writeFile(json, `${JSON.stringify({ rounds, sizes, figures }, undefined, 2)}\n`);
  } finally {
    await programs.stop();
  }
}

try {
  await bench();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
