import { describe, expect, it } from 'vitest';
import { resumeRequested } from '../../../../../shared/domain/sandboxes/intent/intents.ts';
import { limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const interrupt = async (scene: LifecycleScene) => {
  scene.world.ecs.kill((await scene.task()).arn);
  await scene.settle(180);
};

const capacities = ({ world }: LifecycleScene) => world.ecs.requests.map(({ launch }) => launch.capacity);

describe('a sandbox on Spot', () => {
  it('is saved and started again after an interruption, on demand after the second one', async () => {
    const scene = await LifecycleScene.running({ capacity: 'spot' });

    await interrupt(scene);
    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 2, spot_failures: 1 });
    await interrupt(scene);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 3, spot_failures: limits.spotFailures });
    expect(capacities(scene)).toEqual(['spot', 'spot', 'on_demand']);
    expect(await scene.content()).toContain('first');
  });

  it('begins with Spot again when it is resumed', async () => {
    const scene = await LifecycleScene.running({ capacity: 'spot', spot_failures: limits.spotFailures });
    await scene.want('pause');
    await scene.settle();
    await scene.want('resume');
    await scene.settle();

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', spot_failures: 0 });
    expect(capacities(scene)).toEqual(['on_demand', 'spot']);
  });

  it('records in the ledger what each task ran on', async () => {
    const scene = await LifecycleScene.running({ capacity: 'spot' });
    await interrupt(scene);
    await interrupt(scene);
    await scene.want('pause');
    await scene.settle();

    const rows = [...scene.world.sandboxes.usage.values()].filter(({ kind }) => kind === 'running');
    expect(rows.map(({ generation, capacity }) => [generation, capacity])).toEqual([
      [1, 'spot'],
      [2, 'spot'],
      [3, 'on_demand'],
    ]);
  });

  it('starts on demand when Spot has no capacity, after two tries', async () => {
    const scene = await LifecycleScene.with({ capacity: 'spot' });
    scene.world.ecs.hasSpot = false;
    await scene.minutes(2);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', spot_failures: limits.spotFailures });
    expect(capacities(scene)).toEqual(['spot', 'spot', 'on_demand']);
  });

  it('counts an interruption only if its task was on Spot', async () => {
    const scene = await LifecycleScene.running();
    await interrupt(scene);

    expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: 2, spot_failures: 0 });
  });
});

describe('a resume', () => {
  const paused = aSandbox({ desired: 'PAUSED', phase: 'PAUSED', capacity: 'spot', spot_failures: 2 });

  it('keeps the capacity, or takes that of the request', () => {
    expect(resumeRequested(paused, new Date())).toMatchObject({ capacity: 'spot', spot_failures: 0 });
    expect(resumeRequested(paused, new Date(), 'on_demand')).toMatchObject({ capacity: 'on_demand' });
  });

  it('does not change the capacity of a sandbox that runs', () => {
    const running = { ...paused, desired: 'RUNNING', phase: 'RUNNING' } as const;

    expect(resumeRequested(running, new Date(), 'on_demand')).toMatchObject({ capacity: 'spot', spot_failures: 2 });
  });
});
