import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startSandbox } from '../../../../../functions/sandboxes/start-sandbox.ts';
import { reconcile } from '../../../../../shared/domain/sandboxes/reconcile/reconcile.ts';
import { launchedAs, POOL_OWNER, startedBy } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { outcomeOf } from '../../../../../shared/domain/sandboxes/record/outcomes.ts';
import type { Sandbox } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { isOpen, planPools } from '../../../../../shared/domain/sandboxes/warm/keep-pools.ts';
import { newWarmTask } from '../../../../../shared/domain/sandboxes/warm/warm-tasks.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import { memoryBudgets } from '../../../../support/billing/memory-usage.ts';
import { invoke } from '../../../../support/http/invoke.ts';
import { quietConsole } from '../../../../support/logs/quiet-console.ts';
import { noOwnSpecs } from '../../../../support/sandboxes/no-own-specs.ts';
import { aSandboxId, aSpec, aTask, stageOf } from '../../../../support/sandboxes/sandbox-data.ts';
import { END_OF_TIME, SandboxWorld } from '../../../../support/sandboxes/world/sandbox-world.ts';
import { brokenBy, warmStory } from '../../../../support/sandboxes/world/schedule.ts';
import { searchSize } from '../../../../support/search-size.ts';
import { seed } from '../../../../support/seed.ts';

let world: SandboxWorld;

beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  world = new SandboxWorld(1);
  world.processes.interleaved = false;
});

async function settle(seconds = 60): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    await world.tellAll();
    await world.pass(5);
  }
}

/** A pool with this many ready tasks. */
async function filled(size: number): Promise<void> {
  world.pool = { ...world.pool, size };
  world.keepPools();
  await settle();
}

/** The only running task. */
function theTask() {
  const [live, ...others] = world.ecs.live();
  if (!live || others.length > 0) throw new Error(`${others.length + Number(live !== undefined)} tasks run`);
  return live.task;
}

async function start(overrides: Record<string, unknown> = {}, body: object = {}): Promise<Sandbox> {
  const { sandboxes, specs, warmTasks } = world;
  const budgets = memoryBudgets(sandboxes, world.clock.now);
  const { snapshots } = sandboxes;
  const common = { sandboxes, snapshots, specs, ownSpecs: noOwnSpecs, warmTasks, budgets };
  const deps = { ...common, stageLimits: stageOf(10), now: world.clock.now, ...overrides };
  const answer = await invoke(startSandbox, deps, { caller: { ownerId: 'ann' }, body });
  expect(answer.status).toBe(200);
  const row = await sandboxes.find('ann', answer.body.id);
  if (!row) throw new Error('the sandbox is not on record');
  return row;
}

const read = ({ owner_id, sandbox_id }: Sandbox) => world.sandboxes.find(owner_id, sandbox_id);

describe('a start with a warm pool', () => {
  it('looks again for a task that its keeper changed at the moment of the claim', async () => {
    await filled(1);
    let looks = 0;
    const ready: typeof world.warmTasks.ready = async (spec) => {
      looks += 1;
      const rows = await world.warmTasks.ready(spec);
      return looks === 1 ? rows.map((row) => ({ ...row, version: row.version - 1 })) : rows;
    };

    const row = await start({ warmTasks: { ready } });

    expect([row.phase, row.task_arn, looks]).toEqual(['BOOTING', theTask().arn, 2]);
  });

  it('begins with the task, which gets the session key of the sandbox and no other', async () => {
    await filled(1);
    const task = theTask();
    expect(world.agents.sessionKeyOf(task.arn)).toBeNull();

    const row = await start();

    expect(row).toMatchObject({ phase: 'BOOTING', task_arn: task.arn, generation: 1 });
    await world.tellAll();
    const running = await read(row);
    expect(running).toMatchObject({ phase: 'RUNNING', claimed: { at: row.created_at } });
    expect(world.agents.sessionKeyOf(task.arn)).toBe(await world.keys.sessionKey(row));
  });

  it('refills the pool after the claim', async () => {
    await filled(1);
    await start();
    await settle();

    expect(world.ecs.live()).toHaveLength(2);
    expect(await world.warmTasks.ready(world.specs.getOrDefault(undefined))).toHaveLength(1);
  });

  it('is cold when the pool is empty or unreadable, or all its tasks were claimed', async () => {
    expect(await start()).toMatchObject({ phase: 'PENDING', claimed: null });
    await filled(1);
    const failing = { ready: () => Promise.reject(new Error('throttled')) };
    expect(await start({ warmTasks: failing })).toMatchObject({ phase: 'PENDING', claimed: null });

    const seen = await world.warmTasks.ready(world.specs.getOrDefault(undefined));
    await start();
    expect(await start({ warmTasks: { ready: async () => seen } })).toMatchObject({ phase: 'PENDING', claimed: null });
  });

  it('is cold for a sandbox of another size than that of the warm tasks', async () => {
    await filled(1);

    expect(await start({}, { resources: { cpu: 2 } })).toMatchObject({ phase: 'PENDING', claimed: null });
    expect(await start({}, { resources: { disk_gb: 21 } })).toMatchObject({ phase: 'PENDING', claimed: null });
    expect(await start({}, { resources: { cpu: 1, memory_gb: 4, disk_gb: 20 } })).toMatchObject({ phase: 'BOOTING' });
  });

  it('is cold for a sandbox of another capacity than that of the warm tasks', async () => {
    await filled(1);

    expect(await start({}, { capacity: 'spot' })).toMatchObject({ phase: 'PENDING', claimed: null });
    expect(await start({}, { capacity: 'on_demand' })).toMatchObject({ phase: 'BOOTING' });
  });

  it('claims another task when the first is lost, even to too many transactions', async () => {
    await filled(2);
    const { sandboxes } = world;
    let refusals = 0;
    const save: typeof sandboxes.save = async (changes, bounds, first) => {
      if (changes.some(({ claim }) => claim) && refusals === 0) {
        refusals += 1;
        throw new AppError('conflict', 'Another request is changing this. Try again.');
      }
      return sandboxes.save(changes, bounds, first);
    };
    const busy = Object.assign(Object.create(sandboxes), { save });

    const row = await start({ sandboxes: busy });

    expect([refusals, row.phase]).toEqual([1, 'BOOTING']);
  });

  it('makes no call for a pool that the spec does not have', async () => {
    const ready = vi.fn(async () => []);
    await start({ warmTasks: { ready } });

    expect(ready).not.toHaveBeenCalled();
  });

  it('starts again with a cold task when the claimed agent accepts no keys', async () => {
    await filled(1);
    const row = await start();
    world.agents.silent.add(row.task_arn ?? '');
    await settle(60);
    world.sweep();
    await world.processes.finish();
    await settle(60);

    const now = await read(row);
    expect(now).toMatchObject({ phase: 'RUNNING', generation: 2, claimed: null });
    expect(world.ecs.taskOf(row.task_arn ?? '')?.lastStatus).toBe('STOPPED');
  });

  it('has its time charged to the operator up to the claim, and to the owner from then on', async () => {
    await filled(1);
    world.clock.advance(600);
    const row = await start();
    await settle();

    const usage = [...world.sandboxes.usage.values()];
    expect(usage).toEqual([expect.objectContaining({ owner_id: POOL_OWNER, ended_at: row.created_at, gigabytes: 20 })]);
    expect((await read(row))?.task_started_at).toBe(row.created_at);
  });

  it('publishes whether the start was warm or cold', async () => {
    await filled(1);
    const warm = await start();
    const cold = await start({ warmTasks: { ready: async () => [] } });
    const started = (row: Sandbox) => outcomeOf({ previous: row, next: { ...row, phase: 'RUNNING' } })?.start;

    expect([started({ ...warm }), started({ ...cold, phase: 'BOOTING' })]).toEqual(['warm', 'cold']);
  });

  it('passes task events only to its sandbox, never to a later one with the same id', async () => {
    await filled(1);
    const row = await start();
    await settle();
    const claimed = row.claimed?.sandbox_id ?? '';
    const task = world.ecs.taskOf(row.task_arn ?? '') ?? aTask();
    const running = await read(row);
    const other = { ...(running as Sandbox), created_at: '2020-01-01T00:00:00.000Z', task_arn: null, claimed: null };
    const sandboxes = Object.assign(Object.create(world.sandboxes), {
      find: async (owner: string, id: string) => (id === row.sandbox_id ? other : world.sandboxes.find(owner, id)),
    });

    await reconcile(POOL_OWNER, claimed, { task }, { ...world.reconcileDeps(), sandboxes }, END_OF_TIME);

    expect(world.ecs.taskOf(task.arn)?.desiredStatus).toBe('STOPPED');
  });

  it('has a task whose identity is that of the pool', async () => {
    await filled(1);
    const row = await start();

    expect(startedBy(launchedAs(row))).toBe(`_2ewarm-pool/${row.claimed?.sandbox_id}/1`);
    expect(startedBy(row)).not.toContain('pool');
  });
});

describe('a task of the warm pool', () => {
  it('is discarded when its agent has keys of another service', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    world.pool = { ...world.pool, size: 1 };
    world.keepPools();
    await world.processes.finish();
    await world.tellAll();
    const task = theTask();
    await world.pass(10);
    await world.agents.init(task.arn, {
      initKey: world.ecs.initKeyOf(task.arn) ?? '',
      sessionKey: 'an intruder',
      deliveryKey: 'of an intruder',
      secretKey: '',
      allowedOrigins: [],
      webhookUrl: '',
    });

    await settle();

    expect(world.ecs.taskOf(task.arn)?.desiredStatus).toBe('STOPPED');
    expect(await world.warmTasks.ready(world.specs.getOrDefault(undefined))).toEqual([]);
  });

  it('waits with its start while starts of sandboxes wait for their turn', async () => {
    for (let call = 0; call < 30; call += 1) await world.pace.reserve(world.clock.now());
    world.pool = { ...world.pool, size: 1 };
    world.keepPools();
    await world.processes.finish();
    await world.tellAll();
    expect(world.ecs.calls.run).toBe(0);

    await settle(15);

    expect(world.ecs.calls.run).toBe(1);
  });

  it('does not count toward an owner or a limit', async () => {
    await filled(2);

    expect(world.sandboxes.active.size).toBe(0);
    expect(world.ecs.live()).toHaveLength(2);
  });

  it('is not retried endlessly when ECS has no capacity', async () => {
    world.ecs.alwaysFails = 'no-capacity';
    world.pool = { ...world.pool, size: 1 };
    world.keepPools();
    for (let minute = 0; minute < 60; minute += 1) {
      await settle(60);
      world.sweep();
      await world.processes.finish();
    }

    // A cold start would have as many tries if it were requested again after each failure.
    expect(world.ecs.calls.run).toBeLessThan(40);
    expect(world.ecs.calls.run).toBeGreaterThan(3);
  });
});

const now = new Date('2026-11-21T12:00:00.000Z');
const HOUR = 3_600_000;

const specOf = (size: number, overrides = {}) => aSpec({ warm_pool: { size, hours: null }, ...overrides });

function aWarm(kind: 'ready' | 'starting' | 'failed', hoursAgo = 0, revision = 'r1'): Sandbox {
  const at = new Date(now.getTime() - hoursAgo * HOUR);
  const row = newWarmTask(aSandboxId(), specOf(1, { revision }), at);
  if (kind === 'starting') return row;
  if (kind === 'failed') return { ...row, phase: 'ERROR', desired: 'PAUSED' };
  return { ...row, phase: 'BOOTING', warm: { revision, ready_at: at.toISOString(), claimed_by: null } };
}

function plan(size: number, rows: readonly Sandbox[], overrides = {}) {
  const { add, drain } = planPools([specOf(size, overrides)], rows, now);
  return { adds: add.length, drains: drain.map((row) => rows.indexOf(row)) };
}

describe('the plan of a warm pool', () => {
  it('adds what is missing, and counts what is on its way', () => {
    expect(plan(3, [aWarm('ready'), aWarm('starting')])).toEqual({ adds: 1, drains: [] });
  });

  it('drains surplus tasks, starting with those that are not ready', () => {
    expect(plan(1, [aWarm('starting'), aWarm('ready'), aWarm('ready')])).toEqual({ adds: 0, drains: [0, 2] });
  });

  it('drains everything when the size is zero, the hours end, or the spec is removed', () => {
    const rows = [aWarm('ready'), aWarm('starting'), aWarm('failed')];

    expect(plan(0, rows)).toEqual({ adds: 0, drains: [0, 1, 2] });
    const hours = { from: 13, until: 20 };
    expect(plan(3, rows, { warm_pool: { size: 3, hours } })).toEqual({ adds: 0, drains: [0, 1, 2] });
    expect(planPools([], rows, now).drain).toEqual(rows);
  });

  it('replaces tasks of an old revision immediately, as they cannot be claimed', () => {
    expect(plan(1, [aWarm('ready')], { revision: 'r2' })).toEqual({ adds: 1, drains: [0] });
  });

  it('keeps an old task until the one that takes its place is ready', () => {
    expect(plan(1, [aWarm('ready', 24)])).toEqual({ adds: 1, drains: [] });
    expect(plan(1, [aWarm('ready', 24), aWarm('starting')])).toEqual({ adds: 0, drains: [] });
    expect(plan(1, [aWarm('ready', 24), aWarm('ready')])).toEqual({ adds: 0, drains: [0] });
  });

  it('does not immediately replace a failed task', () => {
    expect(plan(2, [aWarm('failed'), aWarm('ready')])).toEqual({ adds: 0, drains: [] });
    expect(plan(2, [aWarm('failed', 1), aWarm('ready')])).toEqual({ adds: 1, drains: [0] });
  });

  it('ignores claimed and discarded tasks', () => {
    const claimed_by = { owner_id: 'a', sandbox_id: 'b', created_at: '', generation: 1, at: '', until: 0 };
    const claimed = { ...aWarm('ready'), warm: { revision: 'r1', ready_at: '', claimed_by } };

    expect(plan(1, [claimed, { ...aWarm('ready'), desired: 'DELETED' }])).toEqual({ adds: 1, drains: [] });
  });

  it.each([
    [{ from: 7, until: 19 }, [7, 12, 18], [6, 19, 0]],
    [{ from: 22, until: 6 }, [22, 0, 5], [6, 12, 21]],
    [{ from: 0, until: 24 }, [0, 12, 23], []],
  ])('evaluates the hours %j', (hours, open, closed) => {
    const at = (hour: number) => isOpen(hours, new Date(Date.UTC(2026, 10, 21, hour, 30)));

    expect(open.filter((hour) => !at(hour))).toEqual([]);
    expect(closed.filter(at)).toEqual([]);
  });
});

describe(`a world with a warm pool under random events keeps every invariant (seed ${seed})`, () => {
  quietConsole();

  it.each([
    ['one thing after another', false, searchSize.schedulesInOrder],
    ['everything at once, with crashes between any two calls', true, searchSize.schedulesInterleaved],
  ])(
    '%s',
    async (_, interleaved, numRuns) => {
      let claims = 0;
      await fc.assert(
        fc.asyncProperty(warmStory(interleaved), async (given) => {
          const { broken, world } = await brokenBy(given);
          claims += world.warmRows().filter(({ warm }) => warm?.claimed_by).length;
          expect(broken).toEqual([]);
        }),
        { numRuns, seed },
      );
      // A search where few sandboxes get a warm task would prove nothing.
      expect(claims).toBeGreaterThan(numRuns / 4);
    },
    600_000,
  );
});
