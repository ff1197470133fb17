import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SnapshotState } from '../../../../../shared/contract/shapes/enums.ts';
import type { Snapshot } from '../../../../../shared/domain/sandboxes/record/disks.ts';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import { Phase } from '../../../../../shared/domain/sandboxes/record/phases.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { WorkspaceSnapshot } from '../../../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import {
  nextSnapshotStep,
  type SnapshotObservation,
  type SnapshotStep,
} from '../../../../../shared/domain/sandboxes/snapshots/next-snapshot-step.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';
import { aSnapshot } from '../../../../support/sandboxes/snapshot-data.ts';
import { searchSize } from '../../../../support/search-size.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const around = fc
  .constantFrom(-8 * 3600, -3 * 3600, -600, -61, -30, -5, 0, 5, 60, 3600)
  .map((seconds) => new Date(now.getTime() + seconds * 1000).toISOString());
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const ebs: fc.Arbitrary<Snapshot> = fc.record({
  id: fc.constantFrom('snap-1', 'snap-2'),
  volumeId: fc.constantFrom('vol-1', 'vol-2'),
  state: fc.constantFrom('pending', 'completed', 'error'),
  message: fc.constantFrom(null, 'EC2 says so'),
  owner: fc.constant(undefined),
  startedAt: around,
  orphanSince: fc.constant(null),
  isKept: fc.constant(false),
});

const rowFields: fc.Arbitrary<Partial<WorkspaceSnapshot>> = fc.record({
  state: fc.constantFrom(...SnapshotState.options),
  ebs_snapshot_id: fc.constantFrom(null, 'snap-1', 'snap-2'),
  of_snapshot_id: fc.constantFrom(null, null, 'root'),
  volume_id: fc.constantFrom(null, 'vol-1'),
  holds: fc.nat({ max: 2 }),
  kept: fc.boolean(),
  expires_at: maybe(around),
  created_at: around,
  updated_at: around,
  lease_until: maybe(around),
  retry_at: maybe(around),
});
const row = rowFields.map((fields) => aSnapshot({ snapshot_id: '0'.repeat(32), ...fields }));

const sandbox: fc.Arbitrary<Sandbox> = fc
  .record({
    phase: fc.constantFrom(...Phase.options),
    desired: fc.constantFrom('RUNNING', 'PAUSED', 'DELETED'),
    volume_id: fc.constantFrom(null, 'vol-1', 'vol-2'),
    snapshot_id: fc.constantFrom(null, 'snap-own'),
    base_snapshot: fc.constantFrom(
      null,
      { snapshot_id: 'base', ebs_snapshot_id: 'snap-base' },
      { snapshot_id: 'base', ebs_snapshot_id: null },
    ),
  })
  .map((fields) => aRunningSandbox(fields as Partial<Sandbox>))
  // A sandbox is deleted only on request.
  .filter(({ phase, desired }) => phase !== 'DELETED' || desired === 'DELETED');

const seen: fc.Arbitrary<SnapshotObservation> = fc
  .record({
    sandbox: fc.oneof(fc.constant(undefined), fc.constant('absent' as const), sandbox),
    ebs: fc.option(
      fc.record({ id: fc.constantFrom('snap-1', 'snap-2'), found: fc.oneof(fc.constant('absent' as const), ebs) }),
      {
        nil: undefined,
      },
    ),
    copies: fc.option(fc.array(ebs, { maxLength: 3 }), { nil: undefined }),
    isBusy: fc.boolean(),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));

function holds(check: (row: WorkspaceSnapshot, step: SnapshotStep, seen: SnapshotObservation) => void): void {
  void fc.assert(
    fc.property(row, seen, (given, observed) => check(given, nextSnapshotStep(given, observed, now), observed)),
    { numRuns: searchSize.rows },
  );
}

describe('the next step of a snapshot', () => {
  it('copies the disk of a running sandbox only, and only without a lease', () => {
    holds(({ lease_until: lease, state }, step) => {
      if (step.kind !== 'take') return;
      expect(step.sandbox).toMatchObject({ phase: 'RUNNING', volume_id: expect.any(String) });
      expect(step.sandbox.desired).not.toBe('DELETED');
      expect(state).toBe('CREATING');
      expect(lease === null || lease <= now.toISOString()).toBe(true);
    });
  });

  it('never begins a copy before it has looked for an earlier one', () => {
    holds(({ volume_id: volumeId }, step, { copies }) => {
      if (step.kind === 'take' && volumeId !== null) expect(copies).toBeDefined();
    });
  });

  it('moves a workspace only from a sandbox at rest whose last disk is saved', () => {
    holds((_, step) => {
      if (step.kind === 'move')
        expect(step.sandbox).toMatchObject({ volume_id: null, snapshot_id: step.ebsSnapshotId });
      if (step.kind === 'share') expect(step.sandbox).toMatchObject({ volume_id: null, snapshot_id: null });
      if (step.kind === 'move' || step.kind === 'share') expect(['PAUSED', 'ERROR']).toContain(step.sandbox.phase);
    });
  });

  it('is complete only when EC2 says so of its own copy', () => {
    holds(({ ebs_snapshot_id: id }, step, { ebs: observed }) => {
      if (step.kind === 'finish') expect(observed).toMatchObject({ id, found: { state: 'completed' } });
    });
  });

  it('deletes data only when the deletion was requested and nothing holds it', () => {
    holds(({ state, holds: count }, step) => {
      if (step.kind === 'bury') expect({ state, count }).toEqual({ state: 'DELETING', count: 0 });
    });
  });

  it('ends a snapshot by itself only after its retention, or the snapshot of a fork that nothing begins from', () => {
    holds(({ kept, expires_at: end, holds: count, state }, step) => {
      if (step.kind !== 'delete') return;
      const isOver = end !== null && end <= now.toISOString();
      expect(isOver || (!kept && count === 0)).toBe(true);
      expect(['READY', 'ERROR']).toContain(state);
    });
  });

  it('never waits for ever in creation: each observation in full leads to a step, or to a time', () => {
    const full = fc.record({
      sandbox: fc.oneof(fc.constant('absent' as const), sandbox),
      copies: fc.array(ebs, { maxLength: 2 }),
      ebs: fc.record({ id: fc.constant('snap-1'), found: fc.oneof(fc.constant('absent' as const), ebs) }),
    });
    const creating = rowFields.map((fields) =>
      aSnapshot({
        ...fields,
        state: 'CREATING',
        of_snapshot_id: null,
        ebs_snapshot_id: fields.ebs_snapshot_id === null ? null : 'snap-1',
        updated_at: new Date(now.getTime() - 2 * limits.consistency * 1000).toISOString(),
      }),
    );
    void fc.assert(
      fc.property(creating, full, (given, observed) => {
        const step = nextSnapshotStep(given, observed, now);
        const isPending = given.ebs_snapshot_id !== null && observed.ebs.found !== 'absent';
        const waits = step.kind === 'none' && step.again === undefined;
        if (waits) expect(isPending && observed.ebs.found).toMatchObject({ state: 'pending' });
      }),
      { numRuns: searchSize.rows },
    );
  });

  it('changes nothing of a deleted snapshot', () => {
    holds(({ state }, step) => {
      if (state === 'DELETED') expect(step).toEqual({ kind: 'none' });
    });
  });
});
