import { expect, it } from 'vitest';
import { pauseRequested, resumeRequested } from '../../../shared/sandboxes/intents.ts';
import type { Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import { wireStatus } from '../../../shared/sandboxes/status.ts';
import { aSandbox } from '../../support/sandbox-data.ts';
import { SandboxWorld } from '../../support/world/sandbox-world.ts';

async function settle(world: SandboxWorld): Promise<void> {
  for (let seconds = 0; seconds < 240; seconds += 10) {
    await world.tellAll();
    await world.pass(10);
    if (seconds % 60 === 0) world.sweep();
    await world.processes.finish();
  }
}

it('ends in a new generation when the resume comes before anybody acted on the pause', async () => {
  const world = new SandboxWorld(1);
  world.processes.interleaved = false;
  const { owner_id: ownerId, sandbox_id: sandboxId } = aSandbox();
  await world.sandboxes.save([{ previous: null, next: aSandbox({ sandbox_id: sandboxId }) }]);
  await settle(world);
  const read = async (): Promise<Sandbox> => {
    const row = await world.sandboxes.find(ownerId, sandboxId);
    if (!row) throw new Error('the row is gone');
    return row;
  };
  const before = await read();

  const paused = pauseRequested(before, world.clock.now());
  const resumed = paused && resumeRequested(paused, world.clock.now());
  if (!paused || !resumed) throw new Error('neither intent may be without effect');
  await world.sandboxes.save([{ previous: before, next: paused }]);
  await world.sandboxes.save([{ previous: paused, next: resumed }]);

  expect(wireStatus(before)).toBe('RUNNING');
  expect(wireStatus(resumed)).toBe('STARTING');
  await settle(world);
  expect(await read()).toMatchObject({ desired: 'RUNNING', phase: 'RUNNING', generation: before.generation + 1 });
  expect(world.ecs.live()).toHaveLength(1);
});

it('ends in a new generation also when the agent of the old one was just being given its keys again', async () => {
  const world = new SandboxWorld(1);
  world.processes.interleaved = false;
  const sandbox = aSandbox();
  const read = async (): Promise<Sandbox> => {
    const row = await world.sandboxes.find(sandbox.owner_id, sandbox.sandbox_id);
    if (!row) throw new Error('the row is gone');
    return row;
  };
  await world.sandboxes.save([{ previous: null, next: sandbox }]);
  await settle(world);
  world.agents.restart((await read()).task_arn ?? '');
  world.agents.allSilent = true;
  const row = await read();
  const booting: Sandbox = { ...row, phase: 'BOOTING', exposed_urls: null, version: row.version + 1 };
  const paused = pauseRequested(booting, world.clock.now());
  const resumed = paused && resumeRequested(paused, world.clock.now());
  if (!paused || !resumed) throw new Error('neither intent may be without effect');

  await world.sandboxes.save([{ previous: row, next: booting }]);
  await world.sandboxes.save([{ previous: booting, next: paused }]);
  await world.sandboxes.save([{ previous: paused, next: resumed }]);
  world.agents.allSilent = false;
  await settle(world);

  expect(await read()).toMatchObject({ desired: 'RUNNING', phase: 'RUNNING', generation: row.generation + 1 });
  expect(world.ecs.live()).toHaveLength(1);
});
