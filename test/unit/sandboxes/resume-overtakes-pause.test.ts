import { expect, it } from 'vitest';
import { wireStatus } from '../../../shared/sandboxes/status.ts';
import { LifecycleScene } from '../../support/lifecycle-scene.ts';

it('ends in a new generation when the resume comes before anybody acted on the pause', async () => {
  const scene = await LifecycleScene.running();
  const before = await scene.read();

  await scene.want('pause');
  await scene.want('resume');

  expect(wireStatus(before)).toBe('RUNNING');
  expect(wireStatus(await scene.read())).toBe('STARTING');
  await scene.minutes(2);
  expect(await scene.read()).toMatchObject({ desired: 'RUNNING', phase: 'RUNNING', generation: before.generation + 1 });
  expect(scene.world.ecs.live()).toHaveLength(1);
  expect(await scene.content()).toEqual(['first']);
});

it('ends in a new generation also when the agent of the old one was just being given its keys again', async () => {
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

it('counts a second resume as a sign of life, and starts nothing', async () => {
  const scene = await LifecycleScene.running();
  const before = await scene.read();
  scene.world.clock.advance(60);

  await scene.want('resume');
  await scene.minutes(1);

  expect(await scene.read()).toMatchObject({ phase: 'RUNNING', generation: before.generation });
  expect((await scene.read()).last_activity_at > before.last_activity_at).toBe(true);
});
