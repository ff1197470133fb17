import { describe, expect, it } from 'vitest';
import { resumeRequested } from '../../../../../shared/domain/sandboxes/intent/intents.ts';
import type { SaveOutcome } from '../../../../../shared/domain/sandboxes/record/disks.ts';
import { diskOwner } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { beginSnapshot } from '../../../../../shared/domain/sandboxes/workspace/save-volume.ts';
import { aSnapshot, at, inPhase } from '../../../../support/sandboxes/lifecycle-data.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';

async function answered(outcome: SaveOutcome, change: Partial<Sandbox> = {}, seconds = 0) {
  const scene = await LifecycleScene.with(inPhase('SAVING', { desired: 'PAUSED', ...change }));
  const deps = scene.world.reconcileDeps();
  const alarms: string[] = [];
  scene.world.clock.advance(seconds);
  await beginSnapshot(await scene.read(), {
    ...deps,
    disks: { ...deps.disks, save: async () => outcome },
    alarm: (metric) => alarms.push(metric),
    random: () => 0.5,
  });
  const row = await scene.read();
  const waits = row.retry_at && (Date.parse(row.retry_at) - scene.world.clock.now().getTime()) / 1000;
  return { row, alarms, waits };
}

const refused = (code: string, retryable = false) =>
  ({ kind: 'refused', code, message: 'Not now.', retryable }) as const;
const unclear = { kind: 'unclear', error: new Error('reset') } as const;
const long = limits.consistency + 1;

describe('snapshot in progress', () => {
  const own = (row: Sandbox) => aSnapshot({ state: 'pending', volumeId: 'vol-1', owner: diskOwner(row) });

  async function begun(
    change: Partial<Sandbox>,
    meanwhile: (scene: LifecycleScene) => Promise<unknown> = async () => {},
  ) {
    const scene = await LifecycleScene.with(inPhase('SAVING', { desired: 'PAUSED', ...change }));
    const snapshot = own(await scene.read());
    let asked = 0;
    const save = async (): Promise<SaveOutcome> => {
      asked += 1;
      await meanwhile(scene);
      return { kind: 'accepted', snapshot };
    };
    await scene.look({}, { disks: Object.assign(Object.create(scene.world.reconcileDeps().disks), { save }) });
    return { row: await scene.read(), asked: () => asked };
  }

  it('is recorded', async () => {
    const { row } = await begun({ retry_at: at(-1) });

    expect(row).toMatchObject({ phase: 'SAVING', saving_snapshot_id: 'snap-2', volume_id: 'vol-1', retry_at: null });
    expect(row.save_lease_until).toBeNull();
  });

  it('is recorded even when a caller changed the intent during the call of EC2', async () => {
    const { row } = await begun({}, async (scene) => {
      const previous = await scene.read();
      const next = resumeRequested(previous, scene.world.clock.now());
      if (next) await scene.world.sandboxes.save([{ previous, next }]);
    });

    expect(row).toMatchObject({ phase: 'SAVING', desired: 'RUNNING', saving_snapshot_id: 'snap-2' });
  });

  it('is requested by one of two concurrent workers', async () => {
    const { row, asked } = await begun({}, async (scene) => {
      await scene.look();
    });

    expect(asked()).toBe(1);
    expect(row.saving_snapshot_id).toBe('snap-2');
  });

  it('is not discarded when it was given up before', async () => {
    const discards = [{ kind: 'snapshot', id: 'snap-2' } as const, { kind: 'volume', id: 'vol-0' } as const];

    const { row } = await begun({ discards, save_attempts: 1 });

    expect(row.discards).toEqual([{ kind: 'volume', id: 'vol-0' }]);
  });

  it('is not adopted when a backup service made it from the same volume', async () => {
    const foreign = aSnapshot({ state: 'completed', volumeId: 'vol-1', owner: undefined });
    const scene = await LifecycleScene.with(inPhase('SAVING', { desired: 'PAUSED', save_lease_until: at(10) }));

    await scene.look({ snapshot: { id: foreign.id, found: foreign } });

    expect((await scene.read()).saving_snapshot_id).toBeNull();
  });
});

describe('snapshot that EC2 refuses', () => {
  it.each([
    ['is too busy', refused('throttled', true)],
    ['does not answer', unclear],
  ])('is requested again at growing intervals when EC2 %s, without counting a failure', async (_, outcome) => {
    const waits: unknown[] = [];
    for (const seconds of [0, 10, 40, 160, 5000]) {
      const { row, waits: seconds_ } = await answered(outcome, { save_attempts: 1 }, seconds);
      expect(row).toMatchObject({ phase: 'SAVING', save_attempts: 1, volume_id: 'vol-1', status_reason: null });
      waits.push(seconds_);
    }

    expect(waits).toEqual([3.75, 7.5, 30, 90, 90]);
  });

  it('goes to ERROR with snapshot_failed when EC2 refuses for good, and keeps the volume', async () => {
    const { row, alarms } = await answered(refused('snapshot_refused'));

    expect(row).toMatchObject({
      phase: 'ERROR',
      desired: 'PAUSED',
      volume_id: 'vol-1',
      status_reason: { code: 'snapshot_failed', retryable: true },
    });
    expect(alarms).toEqual([]);
  });

  it("is requested for some minutes at the account's quota, then given up with the volume kept", async () => {
    const scene = await LifecycleScene.with(inPhase('SAVING', { desired: 'PAUSED' }));
    const { disks } = scene.world.reconcileDeps();
    let asked = 0;
    const full: typeof disks = Object.assign(Object.create(disks), {
      save: async (): Promise<SaveOutcome> => {
        asked += 1;
        return refused('quota_reached', true);
      },
    });
    const begun = scene.world.clock.now().getTime();
    for (let looks = 0; looks < 60 && (await scene.read()).phase === 'SAVING'; looks += 1) {
      scene.world.clock.advance(10);
      await scene.look({}, { disks: full });
    }

    expect(asked).toBe(limits.quotaSaves);
    expect(scene.world.clock.now().getTime() - begun).toBeGreaterThan(150_000);
    expect(await scene.read()).toMatchObject({
      phase: 'ERROR',
      volume_id: 'vol-1',
      status_reason: { code: 'snapshot_quota_reached', retryable: true },
    });
    await scene.want('resume');
    await scene.look({}, { disks: full });
    // A caller that asks again has it saved first, with as many tries again.
    expect(await scene.read()).toMatchObject({ phase: 'SAVING', volume_id: 'vol-1', save_attempts: 1 });
  });

  it('raises the alarm AccessErrors when a permission is missing', async () => {
    expect((await answered(refused('access_denied'))).alarms).toEqual(['AccessErrors']);
  });

  it.each([
    [
      'access_denied',
      'The workspace could not be saved: this service lacks a permission that it needs. Its disk is kept.',
    ],
    [
      'snapshot_refused',
      'The workspace could not be saved: User: (a resource) of (an account) may not. Its disk is kept.',
    ],
  ])('shows the owner no role and no account: %s', async (code, message) => {
    const said = 'User: arn:aws:sts::123456789012:assumed-role/reconcile of 123456789012 may not.';

    const { row } = await answered({ ...refused(code), message: said });

    expect(row.status_reason?.message).toBe(message);
  });

  it('throws for a sandbox without a volume', async () => {
    await expect(answered(unclear, { volume_id: null })).rejects.toThrow('has no volume to save');
  });
});

describe('volume that is gone before it was saved', () => {
  it('is awaited until the consistency time of EC2 is over', async () => {
    const { row, waits } = await answered(refused('volume_lost'), {}, limits.consistency);

    expect(row).toMatchObject({ phase: 'SAVING', volume_id: 'vol-1' });
    expect(waits).toBeGreaterThan(0);
  });

  it('leaves the earlier snapshot, which only a resume uses', async () => {
    const saved = { snapshot_id: 'snap-1', saved_at: at(-3600) };

    const { row } = await answered(refused('volume_lost'), { ...saved, desired: 'RUNNING' }, long);

    expect(row).toMatchObject({
      phase: 'ERROR',
      desired: 'PAUSED',
      volume_id: null,
      snapshot_id: 'snap-1',
      status_reason: { code: 'workspace_outdated', retryable: true },
    });
    expect(row.status_reason?.message).toContain(at(-3600));
  });

  it('ends in ERROR with workspace_lost when the workspace was never saved', async () => {
    const { row } = await answered(refused('volume_lost'), {}, long);

    expect(row).toMatchObject({ phase: 'ERROR', status_reason: { code: 'workspace_lost', retryable: false } });
  });

  it('does not restore a sandbox that is being deleted', async () => {
    const { row } = await answered(refused('volume_lost'), { desired: 'DELETED' }, long);

    expect(row.desired).toBe('DELETED');
  });
});
