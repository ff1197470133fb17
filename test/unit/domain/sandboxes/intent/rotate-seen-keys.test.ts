import { describe, expect, it } from 'vitest';
import type { EdgeSandbox } from '../../../../../shared/domain/sandboxes/edge/edge-entries.ts';
import { rotateSeenKeys } from '../../../../../shared/domain/sandboxes/intent/rotate-seen-keys.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { VersionConflictError } from '../../../../../shared/platform/errors.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { MemorySandboxStore } from '../../../../support/sandboxes/memory-sandbox-store.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const revokedAt = '2026-11-21T13:00:00.000Z';

function sceneOf(count: number) {
  const sandboxes = MemorySandboxStore.with(...Array.from({ length: count }, () => aRunningSandbox()));
  const clock = new SettableClock(revokedAt);
  clock.advance(1);
  const audited: string[] = [];
  const left: string[] = [];
  const edge = { leave: async (sandbox: Pick<EdgeSandbox, 'address_id'>) => void left.push(sandbox.address_id) };
  const part = (sandboxId: string) => ({
    lost: () => new Error('no race'),
    written: () => void audited.push(sandboxId),
  });
  const { save } = sandboxes;
  return {
    sandboxes,
    clock,
    audited,
    /** The address ids of sandboxes that were asked to leave the edge. */
    left,
    edge,
    /** Called before each write. */
    beforeSave(before: (row: Sandbox) => void) {
      sandboxes.save = async (changes, ...rest) => {
        for (const { next } of changes) before(next);
        await save.call(sandboxes, changes, ...rest);
      };
    },
    rotate: () => rotateSeenKeys('ann', revokedAt, { sandboxes, edge, now: clock.now, audited: part }),
    rotated: () => [...sandboxes.rows.values()].filter(({ session_rotates: rotates }) => rotates),
  };
}

describe('rotateSeenKeys', () => {
  it('rotates the keys of all pages, each with its entry in the audit log', async () => {
    const { rotate, rotated, audited, left, sandboxes } = sceneOf(205);

    expect(await rotate()).toEqual({ rotated: 205, complete: true });
    expect(rotated()).toHaveLength(205);
    const ids = [...sandboxes.rows.values()].map(({ sandbox_id: id }) => id).toSorted();
    expect(audited.toSorted()).toEqual(ids);
    expect(left.toSorted()).toEqual([...sandboxes.rows.values()].map(({ address_id: id }) => id).toSorted());
  });

  it('ends before its request must respond, and the next request continues', async () => {
    const { rotate, rotated, beforeSave, clock, sandboxes } = sceneOf(150);
    beforeSave(() => clock.advance(0.2));

    const first = await rotate();

    expect(first.complete).toBe(false);
    expect(rotated()).toHaveLength(first.rotated);
    expect(first.rotated).toBeGreaterThan(70);
    expect(first.rotated).toBeLessThan(90);
    expect(await rotate()).toEqual({ rotated: 150 - first.rotated, complete: true });
    expect([...sandboxes.rows.values()].every(({ version }) => version === 2)).toBe(true);
  });

  it('decides again when another writer changes a sandbox', async () => {
    const { rotate, beforeSave } = sceneOf(3);
    let races = 0;
    beforeSave(({ sandbox_id: id }) => {
      races += 1;
      if (races <= 4) throw new VersionConflictError('sandbox', id);
    });

    expect(await rotate()).toEqual({ rotated: 3, complete: true });
  });

  it('leaves a sandbox that another request has rotated meanwhile as it is', async () => {
    const { rotate, rotated, beforeSave, sandboxes, clock } = sceneOf(1);
    beforeSave((next) => {
      const [row] = sandboxes.rows.values();
      if (!row || row.version > 1) return;
      const session_rotated_at = clock.now().toISOString();
      const won = { ...row, session_rotated_at, session_revision: 2, version: 2 };
      sandboxes.apply([{ previous: row, next: won }]);
      throw new VersionConflictError('sandbox', next.sandbox_id);
    });

    expect(await rotate()).toEqual({ rotated: 0, complete: true });
    expect(rotated()).toEqual([]);
  });

  it('skips a sandbox that is deleted meanwhile', async () => {
    const { rotate, sandboxes } = sceneOf(2);
    const [row] = sandboxes.rows.values();
    const { find } = sandboxes;
    sandboxes.find = async (ownerId, id) => (id === row?.sandbox_id ? undefined : find.call(sandboxes, ownerId, id));

    expect(await rotate()).toEqual({ rotated: 1, complete: true });
  });

  it('says that it is not complete when a sandbox cannot be changed, and rotates all others', async () => {
    const { rotate, beforeSave, sandboxes } = sceneOf(20);
    const [row] = sandboxes.rows.values();
    beforeSave(({ sandbox_id: id }) => {
      if (id === row?.sandbox_id) throw new Error('the record is damaged');
    });

    expect(await rotate()).toEqual({ rotated: 19, complete: false });
  });

  it('asks the edge again when an earlier request crashed before it did, without another rotation', async () => {
    const { rotate, edge, left, sandboxes, audited } = sceneOf(1);
    const { leave } = edge;
    edge.leave = async () => {
      throw new Error('the request timed out');
    };
    expect(await rotate()).toEqual({ rotated: 1, complete: false });
    const [row] = sandboxes.rows.values();

    edge.leave = leave;
    expect(await rotate()).toEqual({ rotated: 0, complete: true });

    expect([left, audited.length]).toEqual([[row?.address_id], 1]);
    expect([...sandboxes.rows.values()]).toEqual([row]);
  });

  it('does not ask the edge for paused sandboxes, which have no entry', async () => {
    const { rotate, left, sandboxes } = sceneOf(1);
    const [row] = sandboxes.rows.values();
    if (row) sandboxes.apply([{ previous: row, next: { ...row, desired: 'PAUSED', phase: 'PAUSED', version: 2 } }]);

    expect(await rotate()).toEqual({ rotated: 1, complete: true });
    expect(left).toEqual([]);
  });
});
