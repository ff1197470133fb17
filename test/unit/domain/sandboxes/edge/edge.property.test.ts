import { describe, expect, it } from 'vitest';
import { quietConsole } from '../../../../support/logs/quiet-console.ts';
import { brokenAtEdge } from '../../../../support/sandboxes/world/edge-world.ts';
import { searchSize } from '../../../../support/search-size.ts';

const given = process.env.EDGE_SEED;
const seeds =
  given === undefined
    ? Array.from({ length: searchSize.schedulesInterleaved }, () => Math.floor(Math.random() * 2 ** 31))
    : [Number(given)];

describe('the entries at the edge', () => {
  quietConsole();

  it('never lead to another sandbox, and agree with the sandboxes at rest, whatever is lost, late or crashes', async () => {
    for (const seed of seeds)
      expect({ seed, broken: await brokenAtEdge({ seed, steps: 80 }) }).toEqual({ seed, broken: [] });
  }, 600_000);
});
