import { describe, expect, it } from 'vitest';
import { publishOutcomes } from '../../../../../shared/domain/sandboxes/record/outcomes.ts';
import { changed } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
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

  it('of a success have the time of each step beside them', () => {
    const figures: unknown[][] = [];
    const publish = publishOutcomes((...figure) => void figures.push(figure));
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
    const started = { ACCEPTED: at(0), TASK_RUNNING: at(20), SANDBOX_RUNNING: at(25) };
    const ended = { STOP_REQUESTED: at(60), STOP_SENT: at(62), WORKSPACE_SAVED: at(92) };

    for (const [previous, change] of [
      [aSandbox({ phase: 'BOOTING' }), { phase: 'RUNNING', step_times: started }],
      [
        aRunningSandbox({ phase: 'SAVING' }),
        { phase: 'PAUSED', snapshot_id: 's', step_times: { ...started, ...ended } },
      ],
      [aSandbox({ phase: 'BOOTING' }), { phase: 'ERROR', step_times: started }],
    ] as const)
      publish({ previous, next: changed(previous, now, change) });

    const steps = figures.filter(([name]) => name === 'StepSeconds');
    expect(steps.map(([, seconds, , , by]) => [seconds, by])).toEqual([
      [20, { Spec: 'reference', Step: 'TASK_RUNNING' }],
      [5, { Spec: 'reference', Step: 'SANDBOX_RUNNING' }],
      [2, { Spec: 'reference', Step: 'STOP_SENT' }],
      [30, { Spec: 'reference', Step: 'WORKSPACE_SAVED' }],
    ]);
    expect(steps[0]?.[3]).toMatchObject({ start: 'cold' });
  });

  it('are none for a write that decides nothing', () => {
    const previous = aRunningSandbox();
    const figures: unknown[] = [];

    publishOutcomes((...figure) => void figures.push(figure))({ previous, next: changed(previous, now, {}) });

    expect(figures).toEqual([]);
  });
});
