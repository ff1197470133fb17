import { expect, it } from 'vitest';
import { apiStatus } from '../../../../../shared/domain/sandboxes/record/status.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';

it('a resume before the reconciler acted on a pause ends in a new generation', async () => {
  const scene = await LifecycleScene.running();
  const before = await scene.read();

  await scene.want('pause');
  await scene.want('resume');

  expect(apiStatus(before)).toBe('RUNNING');
  expect(apiStatus(await scene.read())).toBe('STARTING');
  await scene.minutes(2);
  expect(await scene.read()).toMatchObject({ desired: 'RUNNING', phase: 'RUNNING', generation: before.generation + 1 });
  expect(scene.world.ecs.live()).toHaveLength(1);
  expect(await scene.content()).toEqual(['first']);
});

it('a resume ends in a new generation also while the old agent is getting its keys again', async () => {
  const scene = await LifecycleScene.running();
  const before = await scene.read();
  scene.world.agents.restart(before.task_arn ?? '');
  scene.world.agents.allSilent = true;
  await scene.look({ agent: { kind: 'dormant' } });
  expect(await scene.read()).toMatchObject({ phase: 'BOOTING', running_since: before.running_since });

  await scene.want('pause');
  await scene.want('resume');
  scene.world.agents.allSilent = false;
  await scene.minutes(2);

  expect(await scene.read()).toMatchObject({ desired: 'RUNNING', phase: 'RUNNING', generation: before.generation + 1 });
  expect(scene.world.ecs.live()).toHaveLength(1);
  expect(await scene.content()).toEqual(['first']);
});

it('a second resume renews the last use, and starts nothing', async () => {
  const scene = await LifecycleScene.running();
  const before = await scene.read();
  scene.world.clock.advance(60);

  await scene.want('resume');
  await scene.minutes(1);

  expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: before.generation });
  expect((await scene.read()).last_activity_at > before.last_activity_at).toBe(true);
});
