import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Action } from '../../../../support/sandboxes/world/actions.ts';
import { brokenBy } from '../../../../support/sandboxes/world/schedule.ts';

/** Schedules that once broke a promise, without what has no part in it. */

const calm: Action = { kind: 'calm' };

const startedAgain: readonly Action[] = [
  { kind: 'start', owner: 'ann' },
  calm,
  calm,
  { kind: 'task-fault', what: 'spot', task: 0 },
  calm,
  calm,
];

const theft: Action = { kind: 'disturb', what: 'vanish-snapshot', which: 0 };
const paused: readonly Action[] = [{ kind: 'pause', sandbox: 0 }, calm];
const resumed: readonly Action[] = [{ kind: 'resume', sandbox: 0 }, calm, calm];

function tell(actions: readonly Action[]) {
  return brokenBy({
    seed: 1,
    interleaved: false,
    withoutEvents: false,
    standingFault: 'none',
    actions: [...startedAgain, ...actions],
  });
}

beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

describe('sandbox whose last snapshot is deleted from outside', () => {
  it('keeps its newer disk and goes to ERROR with snapshot_failed when AWS refuses to save it', async () => {
    const { broken, world } = await tell([{ kind: 'save-fault', fault: 'denied' }, ...paused, theft, calm]);

    expect(broken).toEqual([]);
    expect(world.vanished.size).toBe(1);
    expect(world.rows()).toMatchObject([
      {
        phase: 'ERROR',
        snapshot_id: [...world.vanished][0],
        volume_id: 'vol-3',
        status_reason: { code: 'snapshot_failed' },
      },
    ]);
  });

  it('runs with its latest files after a resume has saved its newer disk', async () => {
    const unsaved: Action[] = [{ kind: 'save-fault', fault: 'denied' }, ...paused, theft, calm];

    const { broken, world } = await tell([...unsaved, ...resumed]);

    expect(broken).toEqual([]);
    expect(world.rows()).toMatchObject([
      { phase: 'RUNNING', generation: 3, previous_snapshot_id: [...world.vanished][0] },
    ]);
  });

  // Seed 790437 of the soak.
  it('is saved after its next snapshot failed and no event arrived for a day', async () => {
    const failing: Action = { kind: 'save-fault', fault: 'snapshot-fails' };

    const { broken, world } = await tell([failing, theft, ...paused, { kind: 'time', seconds: 90_000 }]);

    expect(broken).toEqual([]);
    expect(world.vanished.size).toBe(1);
    expect(world.rows()).toMatchObject([{ phase: 'PAUSED', volume_id: null, status_reason: null }]);
  });
});

describe('sandbox that is deleted while AWS ends its task', () => {
  // Seed 331433374: the worker that gave the agent its time recorded a stop of a task that was gone.
  it('gets no record of a stop after the end of its task', async () => {
    const { broken } = await brokenBy({
      seed: -19,
      interleaved: true,
      withoutEvents: false,
      standingFault: 'none',
      actions: [
        { kind: 'news', count: 1, again: false },
        { kind: 'news', count: 1, again: false },
        { kind: 'start', owner: 'ann' },
        { kind: 'calls', count: 1 },
        { kind: 'calls', count: 7 },
        calm,
        { kind: 'calls', count: 2 },
        { kind: 'delete', sandbox: 0 },
        { kind: 'task-fault', what: 'stopping-notice', task: 0 },
        { kind: 'start-conversation', owner: 'ann' },
        { kind: 'time', seconds: 90_000 },
        { kind: 'news', count: 2, again: false },
        { kind: 'calls', count: 6 },
        calm,
        { kind: 'pause', sandbox: 0 },
      ],
    });

    expect(broken).toEqual([]);
  });
});
