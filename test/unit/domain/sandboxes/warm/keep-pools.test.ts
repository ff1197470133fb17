import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { isOpen, planPools } from '../../../../../shared/domain/sandboxes/warm/keep-pools.ts';
import { newWarmTask } from '../../../../../shared/domain/sandboxes/warm/warm-tasks.ts';
import { aSandboxId, aSpec } from '../../../../support/sandboxes/sandbox-data.ts';
import { brokenBy } from '../../../../support/sandboxes/world/schedule.ts';
import { warmStory } from '../../../../support/sandboxes/world/warm-stories.ts';
import { searchSize } from '../../../../support/search-size.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const HOUR = 3_600_000;

const specOf = (size: number, overrides = {}) => aSpec({ warm_pool: { size, hours: null }, ...overrides });

function aWarm(kind: 'ready' | 'starting' | 'failed', hoursAgo = 0, revision = 'r1'): Sandbox {
  const at = new Date(now.getTime() - hoursAgo * HOUR);
  const row = newWarmTask(aSandboxId(), specOf(1, { revision }), at);
  if (kind === 'starting') return row;
  if (kind === 'failed') return { ...row, phase: 'ERROR', desired: 'PAUSED' };
  return { ...row, phase: 'BOOTING', warm: { revision, ready_at: at.toISOString(), claimed_by: null } };
}

function plan(size: number, rows: readonly Sandbox[], overrides = {}) {
  const { add, drain } = planPools([specOf(size, overrides)], rows, now);
  return { adds: add.length, drains: drain.map((row) => rows.indexOf(row)) };
}

describe('the plan of a warm pool', () => {
  it('adds what is missing, and counts what is on its way', () => {
    expect(plan(3, [aWarm('ready'), aWarm('starting')])).toEqual({ adds: 1, drains: [] });
  });

  it('lets go of what is too many, first of all what is not ready', () => {
    expect(plan(1, [aWarm('starting'), aWarm('ready'), aWarm('ready')])).toEqual({ adds: 0, drains: [0, 2] });
  });

  it('lets go of everything when the size is none, the hour is over, or the spec is gone', () => {
    const rows = [aWarm('ready'), aWarm('starting'), aWarm('failed')];

    expect(plan(0, rows)).toEqual({ adds: 0, drains: [0, 1, 2] });
    const hours = { from: 13, until: 20 };
    expect(plan(3, rows, { warm_pool: { size: 3, hours } })).toEqual({ adds: 0, drains: [0, 1, 2] });
    expect(planPools([], rows, now).drain).toEqual(rows);
  });

  it('rolls to another revision at once, as a task of the old one is no use', () => {
    expect(plan(1, [aWarm('ready')], { revision: 'r2' })).toEqual({ adds: 1, drains: [0] });
  });

  it('keeps an old task until the one that takes its place is ready', () => {
    expect(plan(1, [aWarm('ready', 24)])).toEqual({ adds: 1, drains: [] });
    expect(plan(1, [aWarm('ready', 24), aWarm('starting')])).toEqual({ adds: 0, drains: [] });
    expect(plan(1, [aWarm('ready', 24), aWarm('ready')])).toEqual({ adds: 0, drains: [0] });
  });

  it('leaves the place of a task that failed empty for a while', () => {
    expect(plan(2, [aWarm('failed'), aWarm('ready')])).toEqual({ adds: 0, drains: [] });
    expect(plan(2, [aWarm('failed', 1), aWarm('ready')])).toEqual({ adds: 1, drains: [0] });
  });

  it('leaves what was claimed or given up alone', () => {
    const claimed_by = { owner_id: 'a', sandbox_id: 'b', created_at: '', generation: 1, at: '', until: 0 };
    const claimed = { ...aWarm('ready'), warm: { revision: 'r1', ready_at: '', claimed_by } };

    expect(plan(1, [claimed, { ...aWarm('ready'), desired: 'DELETED' }])).toEqual({ adds: 1, drains: [] });
  });

  it.each([
    [{ from: 7, until: 19 }, [7, 12, 18], [6, 19, 0]],
    [{ from: 22, until: 6 }, [22, 0, 5], [6, 12, 21]],
    [{ from: 0, until: 24 }, [0, 12, 23], []],
  ])('knows the hours %j', (hours, open, closed) => {
    const at = (hour: number) => isOpen(hours, new Date(Date.UTC(2026, 10, 21, hour, 30)));

    expect(open.filter((hour) => !at(hour))).toEqual([]);
    expect(closed.filter(at)).toEqual([]);
  });
});

/** A failed run is run again with the seed that its name tells: `LIFECYCLE_SEED=… npm run test:unit`. */
const seed = Number(process.env.LIFECYCLE_SEED ?? Math.floor(Math.random() * 2 ** 31));

describe(`a world with a warm pool under random events keeps every invariant (seed ${seed})`, () => {
  beforeAll(() => {
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  });

  it.each([
    ['one thing after another', false, searchSize.schedulesInOrder],
    ['everything at once, with crashes between any two calls', true, searchSize.schedulesInterleaved],
  ])(
    '%s',
    async (_, interleaved, numRuns) => {
      let claims = 0;
      await fc.assert(
        fc.asyncProperty(warmStory(interleaved), async (given) => {
          const { broken, world } = await brokenBy(given);
          claims += world.warmRows().filter(({ warm }) => warm?.claimed_by).length;
          expect(broken).toEqual([]);
        }),
        { numRuns, seed },
      );
      // A search in which hardly any sandbox gets a warm task would prove nothing.
      expect(claims).toBeGreaterThan(numRuns / 4);
    },
    600_000,
  );
});
