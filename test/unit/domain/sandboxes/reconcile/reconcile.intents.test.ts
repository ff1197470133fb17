import { describe, expect, it } from 'vitest';
import { apiStatus } from '../../../../../shared/domain/sandboxes/record/status.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';

const starts: Readonly<Record<string, () => Promise<LifecycleScene>>> = {
  PENDING: async () => LifecycleScene.with(),
  'PENDING, its answer lost': async () => {
    const scene = await LifecycleScene.with();
    scene.world.ecs.failNextRun('lost-answer');
    await scene.look();
    return scene;
  },
  'PENDING, without capacity': async () => {
    const scene = await LifecycleScene.with();
    scene.world.ecs.failNextRun('no-capacity');
    await scene.look();
    return scene;
  },
  PROVISIONING: async () => {
    const scene = await LifecycleScene.with();
    await scene.look();
    return scene;
  },
  BOOTING: async () => {
    const scene = await LifecycleScene.with();
    scene.world.agents.allSilent = true;
    await scene.settle(15);
    return scene;
  },
};

async function toBePaused(): Promise<LifecycleScene> {
  const scene = await LifecycleScene.running();
  await scene.want('pause');
  return scene;
}

async function stopping(): Promise<LifecycleScene> {
  const scene = await toBePaused();
  await scene.look();
  return scene;
}

const ends: Readonly<Record<string, () => Promise<LifecycleScene>>> = {
  'RUNNING, before anybody acted on the pause': toBePaused,
  STOPPING: stopping,
  SAVING: async () => {
    const scene = await stopping();
    scene.world.disks.snapshotSeconds = 120;
    await scene.settle(15);
    return scene;
  },
  'SAVING, for the second time': async () => {
    const scene = await stopping();
    scene.world.disks.failNextSave('snapshot-fails');
    await scene.settle(20);
    return scene;
  },
  PAUSED: () => LifecycleScene.paused(),
};

const phaseIn = (name: string) => name.split(',')[0] ?? name;

async function expectNothingRuns(scene: LifecycleScene): Promise<void> {
  expect(scene.world.ecs.live()).toEqual([]);
  expect(scene.world.disks.all().volumes).toEqual([]);
  expect(scene.world.sandboxes.active.get(scene.ownerId)).toBe(0);
}

describe.each(Object.entries(starts))('during the start, in %s,', (name, begin) => {
  it('a pause reads PAUSED at once and ends with nothing running', async () => {
    const scene = await begin();
    expect(await scene.read()).toMatchObject({ phase: phaseIn(name) });

    await scene.want('pause');
    expect(apiStatus(await scene.read())).toBe('PAUSED');
    await scene.minutes(4);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', pause_reason: 'api', generation: 1 });
    await expectNothingRuns(scene);
  });

  it('a pause and a resume end in RUNNING, with one task', async () => {
    const scene = await begin();
    await scene.want('pause');
    await scene.want('resume');
    expect(apiStatus(await scene.read())).toBe('STARTING');
    scene.world.agents.allSilent = false;

    await scene.minutes(5);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', desired: 'RUNNING' });
    expect(scene.world.ecs.live()).toHaveLength(1);
    expect(scene.world.disks.all().volumes).toHaveLength(1);
  });
});

describe.each(Object.entries(ends))('during the pause, in %s,', (name, begin) => {
  it('a resume reads STARTING at once, waits, and starts from the saved workspace', async () => {
    const scene = await begin();
    const before = await scene.read();
    expect(before).toMatchObject({ phase: phaseIn(name) });

    await scene.want('resume');
    expect(apiStatus(await scene.read())).toBe('STARTING');
    await scene.minutes(5);

    const row = await scene.read();
    expect(row).toMatchObject({ phase: 'RUNNING', generation: 2, pause_reason: null, restarts: 0 });
    expect(scene.world.ecs.live()).toHaveLength(1);
    expect(await scene.content()).toEqual(['first']);
    expect(await scene.world.keys.sessionKey(row)).not.toBe(await scene.world.keys.sessionKey(before));
    expect(scene.world.disks.deletedUnsaved).toEqual([]);
  });

  it('a resume and a pause end in PAUSED', async () => {
    const scene = await begin();
    await scene.want('resume');
    await scene.want('pause');

    await scene.minutes(5);

    expect(await scene.read()).toMatchObject({ phase: 'PAUSED', pause_reason: 'api' });
    expect(await scene.content()).toEqual(['first']);
    await expectNothingRuns(scene);
  });

  it('a resume, a pause and a resume start the sandbox once', async () => {
    const scene = await begin();
    for (const intent of ['resume', 'pause', 'resume'] as const) await scene.want(intent);

    await scene.minutes(5);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 2 });
    expect(scene.world.ecs.requests).toHaveLength(2);
  });
});

describe.each(Object.entries({ ...starts, ...ends }))('a deletion in %s', (_, begin) => {
  it('leaves nothing but a receipt', async () => {
    const scene = await begin();

    await scene.want('delete');
    await scene.minutes(4);

    const row = await scene.read();
    expect(row).toMatchObject({ phase: 'DELETED', discards: [], launch: null });
    expect(row.receipt).toMatchObject({ collected: true, completed_at: expect.any(String) });
    expect(row.receipt?.items.map(({ result }) => result)).not.toContain('pending');
    expect(scene.world.disks.all()).toEqual({ volumes: [], snapshots: [] });
    await expectNothingRuns(scene);
  });
});
