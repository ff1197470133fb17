import { expect, it } from 'vitest';
import { creationOf } from '../../../../../shared/domain/sandboxes/intent/intents.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

it('creationOf leaves the row unchanged when its id is free', () => {
  const fresh = aSandbox();

  expect(creationOf(fresh, undefined)).toEqual({ previous: null, next: fresh });
});

it('creationOf continues generations and versions of a deleted sandbox of its id', () => {
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
])('creationOf refuses the id of a sandbox that %s', (_, overrides) => {
  expect(creationOf(aSandbox(), aSandbox(overrides))).toBeUndefined();
});
