import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Invariant, invariants } from '../../support/world/invariants.ts';
import { mutations } from '../../support/world/mutations.ts';
import { brokenBy, story } from '../../support/world/story.ts';

/** A check that cannot fail proves nothing: each promise is shown to notice what would break it. */
describe('the simulated world notices', () => {
  beforeAll(() => {
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  });

  it.each(mutations)(
    'when $name',
    async ({ breaks, mutations: given }) => {
      const seen = new Set<string>();
      const outcome = await fc.check(
        fc.asyncProperty(story(true), async (schedule) => {
          const { broken } = await brokenBy(schedule, given);
          for (const promise of broken) seen.add(promise.split(':')[0] ?? '');
          return !broken.some((promise) => promise.startsWith(`${breaks}: `));
        }),
        { numRuns: 10_000, endOnFailure: true },
      );

      expect({ failed: outcome.failed, seen: [...seen] }).toEqual({
        failed: true,
        seen: expect.arrayContaining([breaks]),
      });
    },
    180_000,
  );

  it('has a mutation for each promise', () => {
    const promises = Object.keys(invariants) as Invariant[];
    expect(new Set(mutations.map(({ breaks }) => breaks))).toEqual(new Set(promises));
  });
});
