import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chaos } from '../../chaos/chaos.ts';
import { searchSize } from '../../support/search-size.ts';
import { seed } from '../../support/seed.ts';

const stateDirectory = await mkdtemp(join(tmpdir(), 'e2e-chaos-'));

afterAll(() => rm(stateDirectory, { recursive: true, force: true }));

describe(`chaos with seed ${seed}`, () => {
  it('leaves no extra resource, loses none, and keeps every workspace unchanged', async () => {
    const said: string[] = [];
    const report = await chaos({
      stateDirectory,
      ...searchSize.chaos,
      seed,
      hurry: true,
      say: (line) => said.push(line),
    });

    expect({ ...report, said }).toMatchObject({ missing: [], wrong: [], restarts: searchSize.chaos.restarts });
    expect(report.confirmed).toBeGreaterThan(0);
  }, 1_800_000);
});
