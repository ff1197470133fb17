import { describe, expect, it } from 'vitest';
import { quietConsole } from '../../../../support/logs/quiet-console.ts';
import {
  Ageless,
  Careless,
  Early,
  Forgetful,
  Forgiving,
  Hurried,
  Idle,
  Unclaimed,
  Unversioned,
} from '../../../../support/sandboxes/edge-faults.ts';
import { brokenAtEdge, type EdgeFaults } from '../../../../support/sandboxes/world/edge-world.ts';

const mutations: readonly (readonly [name: string, breaks: string, faults: EdgeFaults])[] = [
  ['nothing claims public addresses', 'leads home', { rows: (now) => new Unclaimed(now) }],
  ['a worker that hung evicts a later sandbox', 'kept', { rows: (now) => new Ageless(now) }],
  ['a late removal counts for a newer entry', 'kept', { rows: (now) => new Forgiving(now) }],
  ['an address is free at once', 'leads home', { rows: (now) => new Hurried(now) }],
  ['a former address is free before the store was written', 'leads home', { rows: (now) => new Early(now) }],
  ['a former address is never free', 'at rest', { rows: (now) => new Forgetful(now) }],
  ['updates do not name the version that they replace', 'leads home', { store: () => new Unversioned() }],
  ['an update without changes makes no new version', 'leads home', { store: () => new Idle() }],
  ['agents get their keys while the address waits', 'leads home', { hasty: true }],
  ['stops ask for no removal', 'at rest', { forgetful: true }],
  ['a late result counts for a newer version', 'at rest', { rows: (now) => new Careless(now) }],
];

const RUNS = 8_000;

/**
 * A check that cannot fail proves nothing. That an older row comes back is among the mutations of the lifecycle, whose
 * sandboxes have ports and keys.
 */
describe('the simulated edge', () => {
  quietConsole();

  it.each(mutations)(
    'finds that %s',
    async (_name, breaks, faults) => {
      let seed = 0;
      let broken: readonly string[] = [];
      while (seed < RUNS && !broken.some((one) => one.startsWith(breaks))) {
        seed += 1;
        broken = await brokenAtEdge({ seed, steps: 120 }, faults);
      }
      expect(broken.filter((one) => one.startsWith(breaks))).not.toEqual([]);
    },
    180_000,
  );
});
