import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Action } from '../../../../support/sandboxes/world/actions.ts';
import type { SandboxWorld } from '../../../../support/sandboxes/world/sandbox-world.ts';
import { brokenBy, snapshotTheft } from '../../../../support/sandboxes/world/schedule.ts';

/** Minimized schedules that once broke an invariant. */

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
  // Seed 331433374: the stop worker recorded a stop after the end of the task.
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

function outcomeOf(row: Sandbox, { vanished }: SandboxWorld): string {
  const isMissed = row.snapshot_id !== null && vanished.has(row.snapshot_id);
  const disk = row.volume_id === null ? 'no volume' : 'a volume';
  return `${row.phase} with ${disk}, ${isMissed ? 'without its snapshot' : 'with its snapshot'}`;
}

// A generator that rarely produces its case proves nothing.
it('most random snapshot thefts remove a snapshot, and each outcome occurs in more than one of fifty', async () => {
  const outcomes = new Map<string, number>();
  const runs = 200;
  for (const actions of fc.sample(snapshotTheft, { numRuns: runs, seed: 1 })) {
    const { world } = await brokenBy({
      seed: 1,
      interleaved: true,
      withoutEvents: false,
      standingFault: 'none',
      actions,
    });
    for (const row of world.vanished.size === 0 ? [] : world.rows()) {
      const outcome = outcomeOf(row, world);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }

  const often = [...outcomes].filter(([, times]) => times > runs / 50).map(([outcome]) => outcome);
  expect([...outcomes.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(runs / 2);
  expect(often).toEqual(
    expect.arrayContaining([
      'ERROR with a volume, without its snapshot',
      'ERROR with no volume, without its snapshot',
      'PAUSED with no volume, with its snapshot',
      'RUNNING with a volume, with its snapshot',
      'RUNNING with a volume, without its snapshot',
    ]),
  );
});
