import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quietConsole } from '../../../../support/logs/quiet-console.ts';
import { invariants } from '../../../../support/sandboxes/world/invariants.ts';
import { anySchedule } from '../../../../support/sandboxes/world/one-sandbox.ts';
import { brokenBy } from '../../../../support/sandboxes/world/schedule.ts';
import { searchSize } from '../../../../support/search-size.ts';
import { seed } from '../../../../support/seed.ts';

/** Every schedule is checked against every invariant. */
describe(`sandboxes under random events keep ${Object.keys(invariants).length} invariants (seed ${seed})`, () => {
  quietConsole();

  it.each([
    ['one thing after another', false, searchSize.schedulesInOrder],
    ['everything at once, with crashes between any two calls', true, searchSize.schedulesInterleaved],
  ])(
    '%s',
    async (_, interleaved, numRuns) => {
      await fc.assert(
        fc.asyncProperty(anySchedule(interleaved), async (given) => {
          expect((await brokenBy(given)).broken).toEqual([]);
        }),
        { numRuns, seed },
      );
    },
    600_000,
  );
});
