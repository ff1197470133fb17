import * as fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxWorld } from '../../../../support/sandboxes/world/sandbox-world.ts';
import { brokenBy } from '../../../../support/sandboxes/world/schedule.ts';
import { snapshotTheft } from '../../../../support/sandboxes/world/snapshot-thefts.ts';

beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
});

function outcomeOf(row: Sandbox, { vanished }: SandboxWorld): string {
  const isMissed = row.snapshot_id !== null && vanished.has(row.snapshot_id);
  const disk = row.volume_id === null ? 'no volume' : 'a volume';
  return `${row.phase} with ${disk}, ${isMissed ? 'without its snapshot' : 'with its snapshot'}`;
}

// A generator that hardly ever makes its case proves nothing.
it('most random snapshot thefts remove a snapshot, and each outcome comes up in more than one out of fifty', async () => {
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
