import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quietConsole } from '../../../../support/logs/quiet-console.ts';
import type { EdgeOfWorldFaults } from '../../../../support/sandboxes/world/edge-of-world.ts';
import { type Fault, stories, told } from '../../../../support/sandboxes/world/rotation-stories.ts';
import { searchSize } from '../../../../support/search-size.ts';

/** Claims of addresses do not say how old the knowledge of their worker is. */
const ageless: EdgeOfWorldFaults = {
  entries: (entries) => ({
    take: (sandbox, address) => entries.take(sandbox, address),
    refresh: (sandbox) => entries.refresh(sandbox),
    leave: (sandbox) => entries.leave(sandbox),
  }),
};

describe('rotations of session keys among other requests, with crashes between any two calls', () => {
  quietConsole();

  it('end the old key for the service, the edge and all later generations, and come to an end themselves', async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        expect(await told(story)).toEqual([]);
      }),
      { numRuns: searchSize.schedulesInterleaved },
    );
  }, 600_000);

  it.each<[string, Fault]>([
    ['they ask the edge for nothing', { isForgetful: true }],
    ['a worker with an outdated row claims the address again', { edge: ageless }],
  ])(
    'are seen to fail when %s',
    async (_, fault) => {
      const found = fc.check(
        fc.asyncProperty(stories, async (story) => {
          expect(await told(story, fault)).not.toContain('the edge leads to an agent with an old key');
        }),
        { numRuns: searchSize.schedulesOfMutation, endOnFailure: true },
      );

      expect((await found).failed).toBe(true);
    },
    600_000,
  );
});
