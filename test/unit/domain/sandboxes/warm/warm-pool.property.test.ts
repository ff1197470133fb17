import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { brokenBy } from '../../../../support/sandboxes/world/schedule.ts';
import { warmStory } from '../../../../support/sandboxes/world/warm-stories.ts';
import { searchSize } from '../../../../support/search-size.ts';

/** A failed run is run again with the seed that its name tells: `LIFECYCLE_SEED=… npm run test:unit`. */
const seed = Number(process.env.LIFECYCLE_SEED ?? Math.floor(Math.random() * 2 ** 31));

describe(`a world with a warm pool under random events keeps every invariant (seed ${seed})`, () => {
  beforeAll(() => {
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  });

  it.each([
    ['one thing after another', false, searchSize.schedulesInOrder],
    ['everything at once, with crashes between any two calls', true, searchSize.schedulesInterleaved],
  ])(
    '%s',
    async (_, interleaved, numRuns) => {
      let claims = 0;
      await fc.assert(
        fc.asyncProperty(warmStory(interleaved), async (given) => {
          const { broken, world } = await brokenBy(given);
          claims += world.warmRows().filter(({ warm }) => warm?.claimed_by).length;
          expect(broken).toEqual([]);
        }),
        { numRuns, seed },
      );
      // A search in which hardly any sandbox gets a warm task would prove nothing.
      expect(claims).toBeGreaterThan(numRuns / 4);
    },
    600_000,
  );
});
