import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chaos } from '../chaos/chaos.ts';

const stateDirectory = await mkdtemp(join(tmpdir(), 'e2e-chaos-'));

/** The short form; `npm run test:chaos` is the long one. */
const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 1_000_000));

afterAll(() => rm(stateDirectory, { recursive: true, force: true }));

describe(`bad weather (seed ${seed})`, () => {
  it('leaves nothing too much and nothing too little, and every workspace as it was', async () => {
    const said: string[] = [];
    const report = await chaos({
      stateDirectory,
      sandboxes: 4,
      seconds: 12,
      restarts: 1,
      seed,
      hurry: true,
      say: (line) => said.push(line),
    });

    expect({ ...report, said }).toMatchObject({ missing: [], wrong: [], restarts: 1 });
    expect(report.confirmed).toBeGreaterThan(0);
  }, 600_000);
});
