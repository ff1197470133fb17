import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { invariants } from '../../support/world/invariants.ts';
import { brokenBy, story } from '../../support/world/story.ts';

/** A failed run is run again with the seed that its name tells: `LIFECYCLE_SEED=… npm run test:unit`. */
const seed = Number(process.env.LIFECYCLE_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Every schedule is held against every promise, so this is the number for each of them. */
describe(`whatever happens to sandboxes, ${Object.keys(invariants).length} promises hold (seed ${seed})`, () => {
  beforeAll(() => {
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  });

  it.each([
    ['one thing after another', false, 3_000],
    ['everything at once, with crashes between any two calls', true, 10_000],
  ])(
    '%s',
    async (_, interleaved, numRuns) => {
      await fc.assert(
        fc.asyncProperty(story(interleaved), async (given) => {
          expect((await brokenBy(given)).broken).toEqual([]);
        }),
        { numRuns, seed },
      );
    },
    600_000,
  );
});
