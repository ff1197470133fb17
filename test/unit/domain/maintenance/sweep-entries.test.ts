import { expect, it } from 'vitest';
import { Fleet } from '../../../../shared/domain/maintenance/fleet.ts';
import { sweepEntries } from '../../../../shared/domain/maintenance/sweep-entries.ts';
import { SweepCursors } from '../../../../shared/domain/maintenance/sweep-progress.ts';
import { SweepRun } from '../../../../shared/domain/maintenance/sweep-run.ts';
import { ClaimedEntries } from '../../../../shared/domain/sandboxes/edge/claimed-entries.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { MemorySweepProgress } from '../../../support/maintenance/memory-sweep-progress.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { MemoryEdgeRows } from '../../../support/sandboxes/memory-edge.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';

const address = '198.51.100.1';

async function* inPages(rows: Iterable<Sandbox>): AsyncIterable<readonly Sandbox[]> {
  yield [...rows];
}

/** A running sandbox with its entry, and a sweep of all sandboxes and entries. */
async function scene(overrides: Partial<Sandbox> = {}) {
  const clock = new SettableClock();
  const rows = new MemoryEdgeRows(clock.now);
  const entries = new ClaimedEntries(rows, clock.now);
  const sandbox = aRunningSandbox({ public_address: address, task_arn: 'arn:task/1', ...overrides });
  const sandboxes = MemorySandboxStore.with(sandbox);
  expect(await entries.take(sandbox, address)).toBe('taken');
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
  const { sweep } = await scene();

  expect(await sweep()).toBe('held');
});

it('takes the entry of a sandbox that stops away', async () => {
  const { clock, sweep, left } = await scene({ desired: 'PAUSED', phase: 'STOPPING' });

  expect(await sweep()).toBe('leaving');
  await left();
  clock.advance(120);
  expect(await sweep()).toBe('left');
});

it.each(['BOOTING', 'RUNNING'] as const)(
  'takes the entry from an agent with a replaced session key while it is %s, and does not give it back',
  async (phase) => {
    const { clock, sweep, left } = await scene({ phase, session_rotates: true });

    expect(await sweep()).toBe('leaving');
    await left();
    clock.advance(120);
    expect(await sweep()).toBe('left');
  },
);
