import { describe, expect, it } from 'vitest';
import { changed } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { publishOutcomes } from '../../../../../shared/domain/sandboxes/store/publish-outcomes.ts';
import { aRunningSandbox, aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const now = new Date('2026-11-21T12:00:30.000Z');

describe('published outcomes of writes', () => {
  it.each([
    ['BootFailed', 0, aSandbox({ phase: 'BOOTING' }), { phase: 'RUNNING' }],
    ['BootFailed', 1, aSandbox({ phase: 'PENDING' }), { phase: 'ERROR' }],
    ['SaveFailed', 0, aRunningSandbox({ phase: 'SAVING' }), { phase: 'PAUSED', snapshot_id: 'snap-1' }],
    ['SaveFailed', 1, aRunningSandbox({ phase: 'SAVING' }), { phase: 'ERROR' }],
  ] as const)('are %s of %i, with the sandbox beside it', (name, value, previous, change) => {
    const figures: unknown[][] = [];

    publishOutcomes((...figure) => void figures.push(figure))({ previous, next: changed(previous, now, change) });

    const { owner_id, sandbox_id, spec_id } = previous;
    expect(figures).toEqual([
      [name, value, 'Count', expect.objectContaining({ owner_id, sandbox_id, spec_id, phases: expect.anything() })],
    ]);
  });

  it('are none for a write that decides nothing', () => {
    const previous = aRunningSandbox();
    const figures: unknown[] = [];

    publishOutcomes((...figure) => void figures.push(figure))({ previous, next: changed(previous, now, {}) });

    expect(figures).toEqual([]);
  });
});
