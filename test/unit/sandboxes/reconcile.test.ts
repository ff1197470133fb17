import { beforeEach, describe, expect, it } from 'vitest';
import { startedBy } from '../../../shared/sandboxes/identity.ts';
import { LaunchSettings } from '../../../shared/sandboxes/launch-settings.ts';
import { limits, type Observation } from '../../../shared/sandboxes/next-step.ts';
import { reconcile } from '../../../shared/sandboxes/reconcile.ts';
import { changed, type Sandbox } from '../../../shared/sandboxes/sandbox.ts';
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

const look = ({ owner_id, sandbox_id }: Sandbox, seen: Observation = {}) =>
  reconcile(owner_id, sandbox_id, seen, world.reconcileDeps());

async function read({ owner_id, sandbox_id }: Sandbox): Promise<Sandbox> {
  const row = await world.sandboxes.find(owner_id, sandbox_id);
  if (!row) throw new Error('the row is gone');
  return row;
}

async function want(sandbox: Sandbox, desired: Sandbox['desired']): Promise<void> {
  const previous = await read(sandbox);
  await world.sandboxes.save([{ previous, next: changed(previous, world.clock.now(), { desired }) }]);
}

/** A sandbox that everything went well with, a minute after it was asked for. */
async function running(): Promise<Sandbox> {
  const sandbox = await add();
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await world.tellAll();
    await world.pass(10);
  }
  return read(sandbox);
}

describe('starting', () => {
  it('asks ECS once, with what is on record', async () => {
    const sandbox = await add();

    await look(sandbox);

    const [live] = world.ecs.live();
    expect(live?.startedBy).toBe(startedBy(sandbox));
    expect(await read(sandbox)).toMatchObject({
      phase: 'PROVISIONING',
      task_arn: live?.task.arn,
      key_id: 'k1',
      launch: { task_definition: 'agents-reference', container: 'agent', subnets: ['subnet-1'] },
    });
  });

  it('finds the task again whose answer was lost', async () => {
    const sandbox = await add();
    world.ecs.failNextRun('lost-answer');

    await look(sandbox);
    expect(await read(sandbox)).toMatchObject({ phase: 'PENDING', attempt: 1, task_arn: null });
    world.clock.advance(6);
    await look(sandbox);

    expect(world.ecs.live()).toHaveLength(1);
    expect(await read(sandbox)).toMatchObject({ phase: 'PROVISIONING', task_arn: world.ecs.live()[0]?.task.arn });
  });

  it('repeats a call whose answer was lost to the byte, whatever a deployment changed meanwhile', async () => {
    const sandbox = await add();
    world.ecs.failNextRun('lost-answer');
    await look(sandbox);
    world.clock.advance(6);
    const network = { familyPrefix: 'renamed-', subnets: ['subnet-9'], securityGroups: ['sg-9'] };

    const settings = new LaunchSettings(world.specs, network);
    await reconcile(sandbox.owner_id, sandbox.sandbox_id, {}, { ...world.reconcileDeps(), settings });

    const [first, second] = world.ecs.requests;
    expect(first).toBeDefined();
    expect(second).toEqual(first);
  });

  it('tries another token when there was no capacity, later each time', async () => {
    const sandbox = await add();
    const pauses: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      world.ecs.failNextRun('no-capacity');
      await look(sandbox);
      const { retry_at: retryAt } = await read(sandbox);
      pauses.push((Date.parse(retryAt ?? '') - world.clock.now().getTime()) / 1000);
      world.clock.set(retryAt ?? '');
    }

    expect(pauses).toEqual([5, 10, 20, 40, 80, 120, 120]);
    expect(await read(sandbox)).toMatchObject({ attempt: 8, status_reason: { code: 'capacity_unavailable' } });
    await look(sandbox);
    expect(await read(sandbox)).toMatchObject({ phase: 'PROVISIONING', status_reason: null });
  });

  it('fails at once when ECS refuses for good, and does not count any more', async () => {
    const sandbox = await add();
    world.ecs.failNextRun('refused');

    await look(sandbox);

    expect(await read(sandbox)).toMatchObject({
      phase: 'ERROR',
      desired: 'PAUSED',
      status_reason: { code: 'launch_refused', retryable: false },
    });
    expect(await world.sandboxes.listCounted(sandbox.owner_id)).toEqual([]);
  });

  it('becomes RUNNING when its agent has its keys', async () => {
    const sandbox = await running();

    expect(sandbox).toMatchObject({ phase: 'RUNNING', status_reason: null, boot_lease_until: null });
    expect(sandbox.exposed_urls).toEqual([{ name: 'AGENT_SERVER', port: 8000, url: sandbox.task_arn }]);
    expect(world.agents.sessionKeyOf(sandbox.task_arn ?? '')).toBe(await world.keys.sessionKey(sandbox));
  });
});

describe('stopping', () => {
  it('asks the agent to prepare, stops the task and waits until it stopped', async () => {
    const sandbox = await running();
    await want(sandbox, 'PAUSED');

    await look(sandbox);
    expect(world.agents.prepared).toEqual([sandbox.sandbox_id]);
    expect(await read(sandbox)).toMatchObject({ phase: 'STOPPING', exposed_urls: null });
    await world.pass(10);
    await world.tellAll();

    expect(await read(sandbox)).toMatchObject({ phase: 'PAUSED', desired: 'PAUSED' });
  });

  it('calls StopTask once, also when it sees the task as it was before', async () => {
    const sandbox = await running();
    const task = world.ecs.taskOf(sandbox.task_arn ?? '');
    if (!task) throw new Error('no task');
    await want(sandbox, 'PAUSED');

    await look(sandbox, { task, agent: { kind: 'ready', idleSeconds: 0 } });

    expect(world.ecs.calls.stop).toBe(1);
  });

  it('stops a task once in a pass that does not end, however long it takes', async () => {
    const sandbox = await running();
    await want(sandbox, 'PAUSED');
    await look(sandbox);
    world.clock.advance(limits.stop + 1);

    await look(sandbox);

    expect(world.ecs.calls.stop).toBe(2);
  });

  it('starts a new generation for a resume that came while stopping, with new session and old secret key', async () => {
    const before = await running();
    await want(before, 'PAUSED');
    await look(before);
    await want(before, 'RUNNING');
    for (let seconds = 0; seconds < 60; seconds += 10) {
      await world.tellAll();
      await world.pass(10);
    }

    const after = await read(before);
    expect(after).toMatchObject({ phase: 'RUNNING', generation: before.generation + 1 });
    expect(after.task_arn).not.toBe(before.task_arn);
    expect(await world.keys.sessionKey(after)).not.toBe(await world.keys.sessionKey(before));
    expect(await world.keys.secretKey(after)).toBe(await world.keys.secretKey(before));
  });

  it('removes a deleted sandbox when its task has stopped, not before', async () => {
    const sandbox = await running();
    await want(sandbox, 'DELETED');
    await look(sandbox);
    expect(await read(sandbox)).toMatchObject({ phase: 'DELETING' });

    await world.pass(10);
    await world.tellAll();

    expect(world.rows()).toEqual([]);
    expect(world.ecs.live()).toEqual([]);
  });
});

describe('what is nobody’s', () => {
  it('is stopped: a task whose sandbox has no row', async () => {
    const task = world.ecs.plant('ann/0193000000000000000000000000aaaa/1');

    await reconcile('ann', '0193000000000000000000000000aaaa', { task }, world.reconcileDeps());

    expect(world.ecs.live()).toEqual([]);
  });

  it('is stopped: a task of a generation before, and the record stays as it was', async () => {
    const sandbox = await add({ generation: 2, phase: 'PROVISIONING', task_arn: 'arn:now' });
    const task = world.ecs.plant(startedBy({ ...sandbox, generation: 1 }));

    await look(sandbox, { task });

    expect(world.ecs.live()).toEqual([]);
    expect(await read(sandbox)).toEqual(sandbox);
  });
});
