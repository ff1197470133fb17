import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quietConsole } from '../../../../support/logs/quiet-console.ts';
import { type Invariant, invariants } from '../../../../support/sandboxes/world/invariants.ts';
import { mutations } from '../../../../support/sandboxes/world/mutations.ts';
import { anySchedule } from '../../../../support/sandboxes/world/one-sandbox.ts';
import { brokenBy, warmStory } from '../../../../support/sandboxes/world/schedule.ts';
import { searchSize } from '../../../../support/search-size.ts';

/** With a full pool more often than elsewhere, as two claims of one task are rare otherwise. */
const schedules = fc.oneof({ weight: 4, arbitrary: anySchedule(true) }, { weight: 1, arbitrary: warmStory(true) });

/** A check that cannot fail proves nothing, so each invariant must detect its mutation. */
describe('simulated world', () => {
  quietConsole();

  it.each(mutations)(
    'finds a broken invariant when $name',
    async ({ breaks, mutations: given }) => {
      const seen = new Set<string>();
      const outcome = await fc.check(
        fc.asyncProperty(schedules, async (schedule) => {
          const { broken } = await brokenBy(schedule, given);
          for (const promise of broken) seen.add(promise.split(':')[0] ?? '');
          return !broken.some((promise) => promise.startsWith(`${breaks}: `));
        }),
        { numRuns: searchSize.schedulesOfMutation, endOnFailure: true },
      );

      expect({ failed: outcome.failed, seen: [...seen] }).toEqual({
        failed: true,
        seen: expect.arrayContaining([breaks]),
      });
    },
    180_000,
  );

  it('has a mutation for each invariant', () => {
    const promises = Object.keys(invariants) as Invariant[];
    expect(new Set(mutations.map(({ breaks }) => breaks))).toEqual(new Set(promises));
  });
});
