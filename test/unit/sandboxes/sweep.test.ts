import { beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '../../../shared/sandboxes/next-step.ts';
import { changed, type Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import { sweep } from '../../../shared/sandboxes/sweep.ts';
import { aStartTask } from '../../support/conversation-data.ts';
import { aSandbox } from '../../support/sandbox-data.ts';
import { SandboxWorld } from '../../support/world/sandbox-world.ts';

let world: SandboxWorld;
beforeEach(() => {
  world = new SandboxWorld(1);
  world.processes.interleaved = false;
});

async function add(overrides: Partial<Sandbox> = {}): Promise<Sandbox> {
  const sandbox = aSandbox(overrides);
  await world.sandboxes.save([{ previous: null, next: sandbox }]);
  return sandbox;
}

const read = ({ owner_id, sandbox_id }: Sandbox) => world.sandboxes.find(owner_id, sandbox_id);

/** Minutes in which nobody is told anything, and only the sweep looks. */
async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    world.loseNews();
    await sweep(world.sweepDeps());
    for (let half = 0; half < 2; half += 1) await world.pass(30);
  }
}

describe('the sweep alone', () => {
  it('brings a sandbox up, down and away', async () => {
    const sandbox = await add();

    await minutes(4);
    expect(await read(sandbox)).toMatchObject({ phase: 'RUNNING' });

    await want(sandbox, 'PAUSED');
    await minutes(3);
    expect(await read(sandbox)).toMatchObject({ phase: 'PAUSED' });

    await want(sandbox, 'DELETED');
    await minutes(2);
    expect(await read(sandbox)).toBeUndefined();
    expect(world.ecs.live()).toEqual([]);
  });

  it.each([
    ['no row', 'ann/0193000000000000000000000000aaaa/1'],
    ['an owner with odd characters', 'ann_40example_2ecom/0193000000000000000000000000aaaa/1'],
  ])('stops a task of %s within two rounds', async (_, startedBy) => {
    world.ecs.plant(startedBy);

    await minutes(2);

    expect(world.ecs.live()).toEqual([]);
  });

  it('leaves a task alone that is none of the service', async () => {
    world.ecs.plant('somebody');
    world.ecs.plant('ecs-svc/1234567890');

    await minutes(2);

    expect(world.ecs.live()).toHaveLength(2);
  });

  it('stops a task of a generation before, and of a sandbox at rest', async () => {
    const running = await add({ generation: 3, phase: 'RUNNING', task_arn: 'arn:real' });
    const resting = await add({ phase: 'PAUSED', desired: 'PAUSED', task_arn: 'arn:old' });
    world.ecs.plant(`ann/${running.sandbox_id}/2`);
    world.ecs.plant(`ann/${resting.sandbox_id}/1`);

    await sweep(world.sweepDeps());

    expect(world.ecs.live()).toEqual([]);
    expect(await read(resting)).toEqual(resting);
  });

  it('notices that a running sandbox has lost its task', async () => {
    const sandbox = await add({ phase: 'RUNNING', task_arn: 'arn:nothing', key_id: 'k1' });
    world.clock.advance(limits.consistency + 1);

    await sweep(world.sweepDeps());

    expect(await read(sandbox)).toMatchObject({
      phase: 'PAUSED',
      desired: 'PAUSED',
      status_reason: { code: 'task_lost' },
    });
  });

  it('pauses who is idle, and only after the whole limit', async () => {
    const sandbox = await add();
    await minutes(4);
    const { task_arn: arn } = (await read(sandbox)) ?? {};
    world.agents.idle(arn ?? '', 86_400);

    await minutes(15);
    expect(await read(sandbox)).toMatchObject({ phase: 'RUNNING' });
    await minutes(4);

    expect(await read(sandbox)).toMatchObject({ phase: 'PAUSED', status_reason: { code: 'idle' } });
  });

  it('wakes start tasks that were quiet, and no others', async () => {
    const quiet = aStartTask({ updated_at: '2026-11-21T11:59:29.000Z' });
    const busy = aStartTask({ updated_at: '2026-11-21T11:59:31.000Z' });
    for (const task of [quiet, busy]) world.startTasks.put(task);
    const woken: string[] = [];

    await sweep({
      ...world.sweepDeps(),
      runStartTask: async (_, id) => {
        woken.push(id);
      },
    });

    expect(woken).toEqual([quiet.start_task_id]);
  });

  it('goes on when one sandbox fails, and tells of it', async () => {
    const [first, second] = [await add({ key_id: 'unknown' }), await add()];
    const error = vi.spyOn(console, 'error').mockReturnValue();

    await sweep(world.sweepDeps());

    expect(await read(first)).toMatchObject({ phase: 'PENDING' });
    expect(await read(second)).toMatchObject({ phase: 'PROVISIONING' });
    expect(error).toHaveBeenCalledOnce();
    error.mockRestore();
  });

  it('looks at many sandboxes, each once', async () => {
    for (let count = 0; count < 60; count += 1) await add();

    await sweep(world.sweepDeps());

    expect(world.ecs.calls.run).toBe(60);
  });
});

async function want(sandbox: Sandbox, desired: Sandbox['desired']): Promise<void> {
  const previous = await read(sandbox);
  if (!previous) throw new Error('the row is gone');
  await world.sandboxes.save([{ previous, next: changed(previous, world.clock.now(), { desired }) }]);
}
