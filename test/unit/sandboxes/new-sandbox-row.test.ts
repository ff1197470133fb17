import { expect, it } from 'vitest';
import { creationOf } from '../../../shared/sandboxes/new-sandbox-row.ts';
import type { Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import { aSandbox } from '../../support/sandbox-data.ts';

it('a sandbox whose id is free is written as it is', () => {
  const fresh = aSandbox();

  expect(creationOf(fresh, undefined)).toEqual({ previous: null, next: fresh });
});

it('a sandbox goes on behind a deleted one of its id: in generations and in versions', () => {
  const before = aSandbox({ phase: 'DELETED', desired: 'DELETED', generation: 3, wanted_generation: 5, version: 40 });
  const fresh = aSandbox({ sandbox_id: before.sandbox_id });

  const creation = creationOf(fresh, before);

  expect(creation?.previous).toBe(before);
  expect(creation?.next).toEqual({
    ...fresh,
    generation: 4,
    wanted_generation: 4,
    version: 41,
    transitions: [{ phase: 'PENDING', at: fresh.created_at, generation: 4, reason: null }],
  });
});

it.each<[string, Partial<Sandbox>]>([
  ['runs', { phase: 'RUNNING' }],
  ['rests', { phase: 'PAUSED', desired: 'PAUSED' }],
  ['is being deleted', { phase: 'DELETING', desired: 'DELETED' }],
])('a sandbox that %s keeps its id', (_, overrides) => {
  expect(creationOf(aSandbox(), aSandbox(overrides))).toBeUndefined();
});
