import { expect, it } from 'vitest';
import { Fleet } from '../../../../shared/domain/maintenance/fleet.ts';
import { type EntriesAtEdge, sweepEntries } from '../../../../shared/domain/maintenance/sweep-entries.ts';
import { SweepCursors } from '../../../../shared/domain/maintenance/sweep-progress.ts';
import { SweepRun } from '../../../../shared/domain/maintenance/sweep-run.ts';
import { ClaimedEntries } from '../../../../shared/domain/sandboxes/edge/claimed-entries.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { MemorySweepProgress } from '../../../support/maintenance/memory-sweep-progress.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { MemoryEdgeRows } from '../../../support/sandboxes/memory-edge.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

/** Rows that count how often they are all read. */
class CountedRows extends MemoryEdgeRows {
  looks = 0;

  override live() {
    this.looks += 1;
    return super.live();
  }
}

const A = '198.51.100.7';

/** Sweeps of a deployment in which nothing runs. */
async function scene() {
  const clock = new SettableClock();
  const rows = new CountedRows(clock.now);
  const entries = new ClaimedEntries(rows, clock.now);
  const compared: Date[] = [];
  const edge: EntriesAtEdge = { entries, rows, compare: async () => void compared.push(clock.now()) };
  const places = await SweepCursors.read({ all: async () => new Map(), save: async () => undefined }, clock.now);
  const sandbox = aSandbox();
  const deps = { sandboxes: { find: async () => undefined }, metric: () => undefined, now: clock.now };
  /** @returns how often the rows were read in so many minutes */
  const sweepFor = async (minutes: number) => {
    const before = rows.looks;
    for (let minute = 0; minute < minutes; minute += 1) {
      clock.advance(60);
      const seen = { heads: [], taskArns: new Set<string>(), at: clock.now() };
      await sweepEntries(new SweepRun(clock.now, places), seen, edge, deps);
    }
    return rows.looks - before;
  };
  return { clock, rows, entries, compared, sandbox, sweepFor };
}

it('reads the rows of entries every ten minutes while nothing runs', async () => {
  const { sweepFor } = await scene();

  expect(await sweepFor(1)).toBe(1);
  expect(await sweepFor(9)).toBe(0);
  expect(await sweepFor(1)).toBe(1);
  expect(await sweepFor(600)).toBe(60);
});

it('reads them each minute after the store was changed, until there are none', async () => {
  const { entries, rows, sandbox, sweepFor } = await scene();
  await sweepFor(1);
  await entries.take(sandbox, A);
  await entries.leave(sandbox);
  await rows.changed('2');

  expect(await sweepFor(5)).toBe(5);
  const [row] = await rows.rows([sandbox.address_id]);
  if (row) await rows.left(row);
  expect(await sweepFor(1)).toBe(1);
  expect(await sweepFor(5)).toBe(0);
});

it('finds an entry without a sandbox within ten minutes, even if nothing noted a change', async () => {
  const { entries, rows, sandbox, sweepFor } = await scene();
  await sweepFor(1);
  await entries.take(sandbox, A);

  expect(await sweepFor(9)).toBe(0);
  expect(await sweepFor(1)).toBe(1);
  expect(await rows.find(sandbox.address_id)).toMatchObject({ state: 'leaving', write: 'yes' });
  expect(await sweepFor(3)).toBe(3);
});

it('compares the store an hour after its last change, also while nothing runs', async () => {
  const { compared, clock, rows, sweepFor } = await scene();
  await rows.changed('1');
  await rows.compared(clock.now());
  clock.advance(1);
  await rows.changed('2');

  await sweepFor(59);
  expect(compared).toEqual([]);
  await sweepFor(2);
  expect(compared).not.toEqual([]);
});

async function* inPages(rows: Iterable<Sandbox>): AsyncIterable<readonly Sandbox[]> {
  yield [...rows];
}

/** A running sandbox with its entry, and a sweep of all sandboxes and entries. */
async function sceneOf(overrides: Partial<Sandbox> = {}) {
  const clock = new SettableClock();
  const rows = new MemoryEdgeRows(clock.now);
  const entries = new ClaimedEntries(rows, clock.now);
  const sandbox = aRunningSandbox({ public_address: A, task_arn: 'arn:task/1', ...overrides });
  const sandboxes = MemorySandboxStore.with(sandbox);
  expect(await entries.take(sandbox, A)).toBe('taken');
  const edge = { entries, rows, compare: async () => undefined };
  const sweep = async () => {
    const at = clock.now();
    const { heads, taskArns } = await Fleet.read(inPages(sandboxes.rows.values()));
    const run = new SweepRun(clock.now, await SweepCursors.read(new MemorySweepProgress(), clock.now));
    await sweepEntries(run, { heads, taskArns, at }, edge, { sandboxes, metric: () => undefined, now: clock.now });
    return (await rows.find(sandbox.address_id))?.state;
  };
  const left = async () => {
    const row = await rows.find(sandbox.address_id);
    if (row) await rows.left(row);
  };
  return { clock, sweep, left };
}

it('leaves the entry of a running sandbox as it is', async () => {
  const { sweep } = await sceneOf();

  expect(await sweep()).toBe('held');
});

it('takes the entry of a sandbox that stops away', async () => {
  const { clock, sweep, left } = await sceneOf({ desired: 'PAUSED', phase: 'STOPPING' });

  expect(await sweep()).toBe('leaving');
  await left();
  clock.advance(120);
  expect(await sweep()).toBe('left');
});

it.each(['BOOTING', 'RUNNING'] as const)(
  'takes the entry from an agent with a replaced session key while it is %s, and does not give it back',
  async (phase) => {
    const { clock, sweep, left } = await sceneOf({ phase, session_rotates: true });

    expect(await sweep()).toBe('leaving');
    await left();
    clock.advance(120);
    expect(await sweep()).toBe('left');
  },
);
