import { describe, expect, it } from 'vitest';
import { quietConsole } from '../../../../support/logs/quiet-console.ts';
import { brokenAtEdge } from '../../../../support/sandboxes/world/edge-world.ts';
import { searchSize } from '../../../../support/search-size.ts';
import { seed as first } from '../../../../support/seed.ts';

const seeds = Array.from({ length: searchSize.schedulesInterleaved }, (_, index) => first + index);

describe('the entries at the edge', () => {
  quietConsole();

  it('never lead to another sandbox, and agree with the sandboxes at rest, whatever is lost, late or crashes', async () => {
    for (const seed of seeds)
      expect({ seed, broken: await brokenAtEdge({ seed, steps: 80 }) }).toEqual({ seed, broken: [] });
  }, 600_000);
});
