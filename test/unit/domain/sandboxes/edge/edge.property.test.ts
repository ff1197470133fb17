import { beforeAll, describe, expect, it, vi } from 'vitest';
import { brokenAtEdge } from '../../../../support/sandboxes/world/edge-world.ts';
import { searchSize } from '../../../../support/search-size.ts';

const given = process.env.EDGE_SEED;
const seeds =
  given === undefined
    ? Array.from({ length: searchSize.schedulesInterleaved }, () => Math.floor(Math.random() * 2 ** 31))
    : [Number(given)];

describe('the entries at the edge', () => {
  beforeAll(() => {
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  });

  it('never lead to another sandbox, and agree with the sandboxes at rest, whatever is lost, late or crashes', async () => {
    for (const seed of seeds)
      expect({ seed, broken: await brokenAtEdge({ seed, steps: 80 }) }).toEqual({ seed, broken: [] });
  }, 600_000);
});
