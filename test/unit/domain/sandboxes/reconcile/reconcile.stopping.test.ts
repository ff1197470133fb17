import { describe, expect, it } from 'vitest';
import { requireWorkspace } from '../../../../../shared/domain/sandboxes/intent/intents.ts';
import { withWorkspace } from '../../../../../shared/domain/sandboxes/lifecycle/previous-workspace.ts';
import { type StopDeps, stopSandbox } from '../../../../../shared/domain/sandboxes/reconcile/stop.ts';
import type { Snapshot } from '../../../../../shared/domain/sandboxes/record/disks.ts';
import { diskOwner } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { leases, limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import { Phase } from '../../../../../shared/domain/sandboxes/record/phases.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { apiStatus } from '../../../../../shared/domain/sandboxes/record/status.ts';
import { VersionConflictError } from '../../../../../shared/platform/errors.ts';
import { workspaceLost } from '../../../../../shared/presentation/sandbox-reasons.ts';
import { SettableClock } from '../../../../support/platform/settable-clock.ts';
import { ARN, aSnapshot, inPhase } from '../../../../support/sandboxes/lifecycle-data.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';
import { MemorySandboxStore } from '../../../../support/sandboxes/memory-sandbox-store.ts';
import { noon } from '../../../../support/sandboxes/sandbox-data.ts';

const DAY = 86_400;

describe('pause', () => {
  it('lets the agent prepare, stops the task, saves the workspace and then deletes the volume', async () => {
    const scene = await LifecycleScene.running();
    await scene.want('pause');

    await scene.look();
    expect(await scene.read()).toMatchObject({ phase: 'STOPPING', stop_sent_at: null });
    await scene.world.processes.finish();
    expect(scene.world.agents.prepared).toEqual([scene.sandboxId]);
    await scene.settle(10);
    expect(await scene.read()).toMatchObject({ phase: 'SAVING', volume_id: 'vol-1', saving_snapshot_id: 'snap-2' });
    await scene.settle(30);

    expect(await scene.read()).toMatchObject({
      phase: 'PAUSED',
      desired: 'PAUSED',
      pause_reason: 'api',
      volume_id: null,
      snapshot_id: 'snap-2',
      previous_snapshot_id: null,
      saving_snapshot_id: null,
      exposed_urls: null,
      discards: [],
    });
    expect(scene.world.disks.all()).toMatchObject({ volumes: [], snapshots: [{ id: 'snap-2', state: 'completed' }] });
    expect(scene.world.disks.deletedUnsaved).toEqual([]);
    expect(scene.world.ecs.calls.stop).toBe(1);
    expect(await scene.content()).toEqual(['first']);
  });

  it('keeps the previous snapshot, and deletes the one before that', async () => {
    const scene = await LifecycleScene.paused();
    const snapshots = [(await scene.read()).snapshot_id];
    for (const text of ['second', 'third']) {
      await scene.want('resume');
      await scene.settle();
      await scene.write(text);
      await scene.want('pause');
      await scene.settle();
      snapshots.push((await scene.read()).snapshot_id);
    }

    const kept = scene.world.disks.all().snapshots.map(({ id }) => id);
    expect(await scene.read()).toMatchObject({ snapshot_id: snapshots[2], previous_snapshot_id: snapshots[1] });
    expect(kept).toEqual([snapshots[1], snapshots[2]]);
    expect(await scene.content()).toEqual(['first', 'second', 'third']);
  });

  it('records when the workspace expires', async () => {
    const scene = await LifecycleScene.paused();

    const { expires_at: expiresAt, phase_since: since, retention_days: days } = await scene.read();

    expect(Date.parse(expiresAt ?? '') - Date.parse(since)).toBe(days * DAY * 1000);
  });

  it('does not wait for an agent that hangs', async () => {
    const scene = await LifecycleScene.running();
    await scene.want('pause');
    const prepareStop = async () => undefined;

    await scene.look({}, { prepareStop });
    expect(await scene.look({}, { prepareStop })).toMatchObject({ steps: 0 });
    scene.world.clock.advance(leases.stop);
    await scene.look({}, { prepareStop });

    expect(scene.world.ecs.calls.stop).toBe(1);
    expect(await scene.read()).toMatchObject({ phase: 'STOPPING', stop_sent_at: expect.any(String) });
  });

  it('calls StopTask once, even when it reads a stale task', async () => {
    const scene = await LifecycleScene.running();
    const task = await scene.task();
    await scene.want('pause');

    await scene.look({ task, agent: { kind: 'ready', idleSeconds: 0, busy: false } });
    await scene.world.processes.finish();
    for (let again = 0; again < 5; again += 1) await scene.look({ task });

    expect(scene.world.ecs.calls.stop).toBe(1);
  });

  it('calls StopTask again when the task does not end, once in each pass', async () => {
    const scene = await LifecycleScene.running();
    await scene.want('pause');
    await scene.look();
    await scene.world.processes.finish();
    scene.world.clock.advance(limits.stop + 1);

    await scene.look();

    expect(scene.world.ecs.calls.stop).toBe(2);
  });

  it('of a sandbox that never ran saves no workspace', async () => {
    const scene = await LifecycleScene.with();
    await scene.look();
    await scene.world.pass(5);
    await scene.want('pause');

    await scene.minutes(4);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', snapshot_id: null, expires_at: null, discards: [] });
    expect(scene.world.disks.all()).toEqual({ volumes: [], snapshots: [] });
    expect(scene.world.agents.prepared).toEqual([]);
  });
});

describe('idle sandbox', () => {
  async function unused(): Promise<LifecycleScene> {
    const scene = await LifecycleScene.running();
    scene.world.clock.advance(3600);
    scene.world.agents.idle((await scene.task()).arn, 3600);
    return scene;
  }
  const idle = { agent: { kind: 'ready', idleSeconds: 3600, busy: false } } as const;

  it('is paused with the reason idle', async () => {
    const scene = await unused();

    await scene.look(idle);

    expect(await scene.read()).toMatchObject({
      phase: 'STOPPING',
      desired: 'PAUSED',
      pause_reason: 'idle',
      status_reason: { code: 'idle' },
    });
  });

  it('keeps running when its agent began to work after the observation', async () => {
    const scene = await unused();
    scene.world.agents.idle((await scene.task()).arn, 0, true);
    const before = await scene.read();

    await scene.look(idle);

    expect(await scene.read()).toEqual(before);
  });

  it('keeps running when a request arrived during the decision', async () => {
    const scene = await unused();
    const { agents } = scene.world.reconcileDeps();
    const health: typeof agents.health = async (...asked) => {
      await scene.want('resume');
      return agents.health(...asked);
    };

    await scene.look(idle, { agents: { health } });

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', desired: 'RUNNING' });
  });

  it('keeps running while its agent works, even without client requests', async () => {
    const scene = await LifecycleScene.running();
    scene.world.agents.idle((await scene.task()).arn, 99_999, true);

    await scene.minutes(45);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING' });
  });
});

function aWorker(change: Partial<Sandbox> = {}, overrides: (row: Row) => Partial<StopDeps> = () => ({})) {
  const did: string[] = [];
  const sandbox = inPhase('STOPPING', { desired: 'PAUSED', ...change });
  const sandboxes = MemorySandboxStore.with(sandbox);
  const deps: StopDeps = {
    sandboxes,
    tasks: { stop: async (arn, reason) => void did.push(`stop ${arn} ${reason}`) },
    agents: { prepareForPause: async ({ generation }) => void did.push(`prepare ${generation}`) },
    lastLook: async ({ generation }) => void did.push(`look ${generation}`),
    now: new SettableClock().now,
    ...overrides({ sandbox, sandboxes }),
  };
  const { owner_id: ownerId, sandbox_id: id } = sandbox;
  const stop = (generation = 2) => stopSandbox(ownerId, id, generation, deps);
  return { did, sandbox, sandboxes, stop, read: () => sandboxes.find(ownerId, id) };
}

interface Row {
  readonly sandbox: Sandbox;
  readonly sandboxes: MemorySandboxStore;
}

/** Another writer changes the row. */
const changeIn = ({ sandbox, sandboxes }: Row, change: Partial<Sandbox>) =>
  sandboxes.save([{ previous: sandbox, next: { ...sandbox, version: sandbox.version + 1, ...change } }]);

describe('stop worker', () => {
  it.each([
    { phase: 'STOPPING', desired: 'PAUSED' },
    { phase: 'DELETING', desired: 'DELETED' },
  ] as const)('prepares the agent, checks it once more, stops the task, and records that: %o', async (row) => {
    const { did, stop, read } = aWorker(row);

    await stop();

    expect(did).toEqual(['prepare 2', 'look 2', `stop ${ARN} requested`]);
    expect(await read()).toMatchObject({ ...row, stop_sent_at: noon });
  });

  it('stops the task when the check of the agent fails', async () => {
    const lastLook = async () => Promise.reject(new Error('no answer'));
    const { did, stop, read } = aWorker({}, () => ({ lastLook }));

    await stop();

    expect(did).toEqual(['prepare 2', `stop ${ARN} requested`]);
    expect(await read()).toMatchObject({ stop_sent_at: noon });
  });

  it('passes the reason to ECS', async () => {
    const { did, stop } = aWorker({ status_reason: { code: 'idle', message: '', remedy: '', retryable: true } });

    await stop();

    expect(did.at(-1)).toBe(`stop ${ARN} idle`);
  });

  it.each<[string, Partial<Sandbox>, number]>([
    ['of another generation', {}, 1],
    ['whose task got StopTask', { stop_sent_at: noon }, 2],
    ['whose task has already ended', { task_ended_at: noon }, 2],
    ['that is being saved', { phase: 'SAVING' }, 2],
    ['that runs again', { phase: 'RUNNING' }, 2],
    ['that has no task', { task_arn: null }, 2],
  ])('does nothing for a sandbox %s', async (_, change, generation) => {
    const { did, stop, sandbox, read } = aWorker(change);

    await stop(generation);

    expect(did).toEqual([]);
    expect(await read()).toEqual(sandbox);
  });

  it('does nothing for a sandbox that no longer exists', async () => {
    const { did, stop, sandboxes } = aWorker();
    sandboxes.rows.clear();

    await stop();

    expect(did).toEqual([]);
  });

  it('retries its write after a lost race, and keeps what other writers changed', async () => {
    let races = 0;
    const { stop, read } = aWorker({}, (row) => ({
      sandboxes: {
        find: (...asked) => row.sandboxes.find(...asked),
        save: async (changes) => {
          races += 1;
          if (races > 1) return row.sandboxes.save(changes);
          await changeIn(row, { desired: 'RUNNING', wanted_generation: 3 });
          throw new VersionConflictError('sandbox', row.sandbox.sandbox_id);
        },
      },
    }));

    await stop();

    expect(await read()).toMatchObject({ stop_sent_at: noon, desired: 'RUNNING', wanted_generation: 3 });
  });

  it('writes nothing when the end is already recorded', async () => {
    const { stop, read } = aWorker({}, (row) => ({ tasks: { stop: () => changeIn(row, { phase: 'SAVING' }) } }));

    await stop();

    expect(await read()).toMatchObject({ phase: 'SAVING', stop_sent_at: null });
  });

  it('fails when ECS or the store fails, and can be called again', async () => {
    const throttled = new Error('Rate exceeded');
    const failing = aWorker({}, () => ({ tasks: { stop: async () => Promise.reject(throttled) } }));
    const broken = aWorker();
    const { save } = broken.sandboxes;

    await expect(failing.stop()).rejects.toThrow(throttled);
    expect(await failing.read()).toMatchObject({ stop_sent_at: null });
    broken.sandboxes.save = async () => Promise.reject(throttled);
    await expect(broken.stop()).rejects.toThrow(throttled);
    broken.sandboxes.save = save;
    await broken.stop();
    expect(await broken.read()).toMatchObject({ stop_sent_at: noon });
  });
});

async function stopped(): Promise<LifecycleScene> {
  const scene = await LifecycleScene.running();
  await scene.want('pause');
  await scene.look();
  await scene.world.processes.finish();
  await scene.silence(5);
  return scene;
}

describe('saving a workspace', () => {
  it('is retried after a failed snapshot, and clears the reason', async () => {
    const scene = await stopped();
    scene.world.disks.failNextSave('snapshot-fails');

    await scene.minutes(2);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', status_reason: null, save_attempts: 0, discards: [] });
    expect(await scene.content()).toEqual(['first']);
    expect(scene.world.disks.all()).toMatchObject({ volumes: [], snapshots: [{ state: 'completed' }] });
  });

  it('ends in ERROR when every snapshot failed, with the disk kept; a resume saves it first', async () => {
    const scene = await stopped();
    scene.world.disks.alwaysFails = 'snapshot-fails';
    await scene.minutes(3);
    expect(await scene.read()).toMatchObject({
      phase: 'ERROR',
      volume_id: 'vol-1',
      status_reason: { code: 'snapshot_failed', retryable: true },
      expires_at: expect.any(String),
    });
    expect(scene.world.disks.all()).toMatchObject({ volumes: [{ id: 'vol-1' }], snapshots: [] });

    scene.world.disks.alwaysFails = null;
    await scene.want('resume');
    await scene.minutes(2);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 2 });
    expect(await scene.content()).toEqual(['first']);
    expect(scene.world.disks.deletedUnsaved).toEqual([]);
  });

  it.each(['throttled', 'unavailable', 'lost-answer'] as const)('succeeds although EC2 is %s', async (fault) => {
    const scene = await stopped();
    for (let times = 0; times < 4; times += 1) scene.world.disks.failNextSave(fault);

    await scene.minutes(4);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', status_reason: null });
    expect(await scene.content()).toEqual(['first']);
    expect(scene.world.disks.all().snapshots).toHaveLength(1);
  });

  it('begins again when the snapshot vanishes in progress', async () => {
    const scene = await stopped();
    scene.world.disks.snapshotSeconds = 300;
    await scene.minutes(1);
    const { saving_snapshot_id: first } = await scene.read();

    scene.world.disks.vanish(first ?? '');
    await scene.minutes(8);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', discards: [] });
    expect((await scene.read()).snapshot_id).not.toBe(first);
    expect(await scene.content()).toEqual(['first']);
  });

  it('never discards a failed snapshot that reappeared', async () => {
    const scene = await stopped();
    scene.world.disks.snapshotSeconds = 300;
    await scene.minutes(1);
    const { saving_snapshot_id: id } = await scene.read();
    if (id === null) throw new Error('nothing is under way');

    scene.world.clock.advance(120);
    await scene.look({ snapshot: { id, found: 'absent' } });
    expect((await scene.read()).discards).toEqual([{ kind: 'snapshot', id }]);
    await scene.minutes(8);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', snapshot_id: id, discards: [] });
    expect(await scene.content()).toEqual(['first']);
  });
});

describe('deleted snapshot', () => {
  it('is detected by the sweep, and the sandbox goes to ERROR with workspace_lost', async () => {
    const scene = await LifecycleScene.paused();
    scene.world.clock.advance(120);
    scene.world.disks.vanish((await scene.read()).snapshot_id ?? '');

    await scene.sweep();

    const row = await scene.read();
    expect(row).toMatchObject({ phase: 'ERROR', status_reason: { code: 'workspace_lost', retryable: false } });
    expect(apiStatus(row)).toBe('ERROR');
    expect(() => requireWorkspace(row)).toThrow('cannot start again');
  });

  it('makes a resume fail without a task on an empty disk', async () => {
    const scene = await LifecycleScene.paused();
    scene.world.clock.advance(120);
    scene.world.disks.vanish((await scene.read()).snapshot_id ?? '');
    const { run } = scene.world.ecs.calls;

    await scene.want('resume');
    await scene.settle();

    expect(await scene.read()).toMatchObject({ phase: 'ERROR', desired: 'PAUSED', generation: 2 });
    expect(scene.world.ecs.calls.run).toBe(run);
  });

  it('is not assumed after one wrong response of EC2', async () => {
    const scene = await LifecycleScene.paused();
    scene.world.clock.advance(120);
    const { snapshot_id: id } = await scene.read();
    if (id === null) throw new Error('nothing was saved');

    await scene.look({ snapshot: { id, found: 'absent' } });
    expect(await scene.read()).toMatchObject({ phase: 'ERROR', snapshot_id: id });
    await scene.sweep();

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', snapshot_id: id, status_reason: null });
    await scene.want('resume');
    await scene.settle();
    expect(await scene.content()).toEqual(['first']);
  });

  it('leaves the previous snapshot, which an operator can restore manually', async () => {
    const scene = await LifecycleScene.paused();
    await scene.want('resume');
    await scene.settle();
    await scene.write('second');
    await scene.want('pause');
    await scene.settle(120);
    const { snapshot_id: last, previous_snapshot_id: before } = await scene.read();
    scene.world.clock.advance(120);
    scene.world.disks.vanish(last ?? '');
    await scene.sweep();
    expect(await scene.read()).toMatchObject({ phase: 'ERROR', previous_snapshot_id: before });

    await scene.change({ phase: 'PAUSED', snapshot_id: before, previous_snapshot_id: null, status_reason: null });
    await scene.minutes(1);
    await scene.want('resume');
    await scene.minutes(2);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING' });
    expect(await scene.content()).toEqual(['first']);
  });
});

describe('unused workspace', () => {
  it('is deleted at the end of its retention, and becomes MISSING', async () => {
    const scene = await LifecycleScene.paused();
    scene.world.clock.set((await scene.read()).expires_at ?? '');
    scene.world.clock.advance(-DAY);
    await scene.sweep();
    expect(await scene.read()).toMatchObject({ phase: 'PAUSED' });

    scene.world.clock.advance(DAY);
    await scene.minutes(1);

    const row = await scene.read();
    expect(row).toMatchObject({ phase: 'EXPIRED', discards: [], expires_at: null, snapshot_id: null });
    expect(row.status_reason).toMatchObject({ code: 'workspace_expired', retryable: false });
    expect(apiStatus(row)).toBe('MISSING');
    expect(() => requireWorkspace(row)).toThrow('cannot start again');
    expect(scene.world.disks.all()).toEqual({ volumes: [], snapshots: [] });
  });

  it('is kept when a resume arrives just before its expiry', async () => {
    const scene = await LifecycleScene.paused();
    scene.world.clock.set((await scene.read()).expires_at ?? '');

    await scene.want('resume');
    await scene.minutes(2);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', expires_at: null });
    expect(await scene.content()).toEqual(['first']);
  });
});

const now = new Date('2026-11-22T12:00:00.000Z');
const paused: Sandbox = {
  ...inPhase('PAUSED'),
  desired: 'PAUSED',
  volume_id: null,
  snapshot_id: 'snap-2',
  previous_snapshot_id: 'snap-1',
};
const own = (overrides: Partial<Snapshot> = {}): Snapshot =>
  aSnapshot({ id: 'snap-1', owner: diskOwner(paused), ...overrides });

describe('choosing another snapshot as the workspace', () => {
  it('starts from the chosen snapshot next, and detaches the current one', () => {
    const next = withWorkspace(paused, own(), now);

    expect(next).toMatchObject({ snapshot_id: 'snap-1', previous_snapshot_id: null, version: paused.version + 1 });
    expect(JSON.stringify(next)).not.toContain('snap-2');
    expect(Date.parse(next.expires_at ?? '')).toBeGreaterThan(now.getTime());
  });

  it('keeps the previous snapshot when a third is chosen', () => {
    const next = withWorkspace(paused, own({ id: 'snap-3' }), now);

    expect(next).toMatchObject({ snapshot_id: 'snap-3', previous_snapshot_id: 'snap-1' });
  });

  it('removes the chosen snapshot from the discards', () => {
    const doomed = { ...paused, discards: [{ kind: 'snapshot', id: 'snap-1' } as const] };

    expect(withWorkspace(doomed, own(), now).discards).toEqual([]);
  });

  it('raises the generation of a restored row above that of the snapshot', () => {
    const later = own({ owner: diskOwner({ ...paused, generation: paused.generation + 3 }) });

    expect(withWorkspace(paused, later, now)).toMatchObject({
      generation: paused.generation + 3,
      wanted_generation: paused.generation + 3,
    });
  });

  it('recovers a lost workspace', () => {
    const lost = { ...paused, phase: 'ERROR', status_reason: workspaceLost, workspace_kept: null } as const;

    const next = withWorkspace(lost, own(), now);

    expect(next).toMatchObject({ phase: 'PAUSED', status_reason: null, workspace_kept: { since: now.toISOString() } });
  });

  it.each(Phase.options.filter((phase) => phase !== 'PAUSED' && phase !== 'ERROR'))('is refused in %s', (phase) => {
    expect(() => withWorkspace({ ...paused, phase }, own(), now)).toThrow(`is ${phase}, not at rest`);
  });

  it.each<[string, Partial<Sandbox>, Snapshot]>([
    ['not at rest', { desired: 'RUNNING' }, own()],
    ['newer than every snapshot', { volume_id: 'vol-1' }, own()],
    ['is not of sandbox', {}, own({ owner: { ...diskOwner(paused), mark: 'ffff' } })],
    ['is pending, not completed', {}, own({ state: 'pending' })],
    ['is already the workspace of sandbox', {}, own({ id: 'snap-2' })],
  ])('is refused with the reason: %s', (reason, change, snapshot) => {
    expect(() => withWorkspace({ ...paused, ...change }, snapshot, now)).toThrow(reason);
  });
});
