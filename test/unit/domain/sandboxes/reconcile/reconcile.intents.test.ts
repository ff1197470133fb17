import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createAppConversation } from '../../../../../functions/conversations/create-app-conversation.ts';
import { deleteSandbox } from '../../../../../functions/sandboxes/delete-sandbox.ts';
import { pauseSandbox } from '../../../../../functions/sandboxes/pause-sandbox.ts';
import { resumeSandbox } from '../../../../../functions/sandboxes/resume-sandbox.ts';
import { newSandbox } from '../../../../../shared/domain/sandboxes/lifecycle/generation.ts';
import { apiStatus } from '../../../../../shared/domain/sandboxes/record/status.ts';
import { memoryBudgets } from '../../../../support/billing/memory-usage.ts';
import { noRestarts } from '../../../../support/conversations/start/start-services.ts';
import { MemoryUploads } from '../../../../support/conversations/uploads/memory-uploads.ts';
import { invoke, type TestAnswer } from '../../../../support/http/invoke.ts';
import { Gate, gated } from '../../../../support/platform/gated.ts';
import { keyOf } from '../../../../support/platform/memory-page.ts';
import { MemoryVault } from '../../../../support/platform/memory-vault.ts';
import { LifecycleScene } from '../../../../support/sandboxes/lifecycle-scene.ts';
import { noWarmTasks } from '../../../../support/sandboxes/memory-stores.ts';
import { noOwnSpecs } from '../../../../support/sandboxes/no-own-specs.ts';
import { aSandbox, aSandboxId, aSpec, stageOf } from '../../../../support/sandboxes/sandbox-data.ts';
import { SandboxWorld } from '../../../../support/sandboxes/world/sandbox-world.ts';
import { MemorySettingsStore } from '../../../../support/settings/memory-settings-store.ts';

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
    expect(await scene.world.keys.sessionKey(row)).toBe(await scene.world.keys.sessionKey(before));
    expect(row.delivery_key_hash).not.toBe(before.delivery_key_hash);
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

const verbs = ['resume', 'pause', 'delete', 'start'] as const;
type Verb = (typeof verbs)[number];

const phases = { starts: 'PENDING', runs: 'RUNNING', stops: 'STOPPING', 'is paused': 'PAUSED' } as const;
type State = keyof typeof phases;
const states: readonly State[] = ['starts', 'runs', 'stops', 'is paused'];

const intentOf = { resume: 'RUNNING', start: 'RUNNING', pause: 'PAUSED', delete: 'DELETED' } as const;

async function settle(world: SandboxWorld): Promise<void> {
  for (let seconds = 0; seconds < 240; seconds += 10) {
    await world.tellAll();
    await world.pass(10);
    if (seconds % 60 === 0) world.sweep();
    await world.processes.finish();
  }
}

async function aWorld(state: State) {
  const world = new SandboxWorld(1);
  world.processes.interleaved = false;
  const sandbox = aSandbox({ conversation_count: 1 });
  const { owner_id: ownerId, sandbox_id: id } = sandbox;
  await world.sandboxes.save([{ previous: null, next: sandbox }]);
  if (state !== 'starts') await settle(world);
  if (state === 'stops' || state === 'is paused') expect((await call(world, id, 'pause')).status).toBe(200);
  if (state === 'stops') await world.tellAll();
  if (state === 'is paused') await settle(world);
  const row = () => world.sandboxes.rows.get(keyOf(ownerId, id));
  expect(row()?.phase).toBe(phases[state]);
  return { world, id, row };
}

/** A request whose first write waits at the gate, after its reads. */
function call(world: SandboxWorld, id: string, verb: Verb, gate = openGate()): Promise<TestAnswer> {
  const sandboxes = gated(world.sandboxes, 'save', gate);
  const starts = gated(world.starts, 'write', gate);
  const { conversations, specs } = world;
  const vault = new MemoryVault();
  const budgets = memoryBudgets(world.sandboxes, world.clock.now);
  const deps = {
    budgets,
    sandboxes,
    starts,
    conversations,
    specs,
    ownSpecs: noOwnSpecs,
    warmTasks: noWarmTasks,
    vault,
    settings: new MemorySettingsStore(),
    snapshots: sandboxes.snapshots,
    restartMessages: noRestarts,
    uploads: new MemoryUploads(world.clock.now),
    stageLimits: stageOf(3),
    publicLinks: true,
    now: world.clock.now,
  };
  const params = { sandbox_id: id };
  switch (verb) {
    case 'resume':
      return invoke(resumeSandbox, deps, { params });
    case 'pause':
      return invoke(pauseSandbox, deps, { params });
    case 'delete':
      return invoke(deleteSandbox, deps, { params });
    case 'start':
      return invoke(createAppConversation, deps, { body: { sandbox_id: id } });
  }
}

function openGate(): Gate {
  const gate = new Gate();
  gate.open();
  return gate;
}

/** Both requests read the same row. Then the first writes, and the second writes based on what it read. */
async function race(world: SandboxWorld, id: string, verbsInOrder: readonly [Verb, Verb]) {
  const callers = verbsInOrder.map((verb) => {
    const gate = new Gate();
    return { verb, gate, answer: call(world, id, verb, gate) };
  });
  await Promise.all(callers.map(({ gate, answer }) => Promise.race([gate.arrived, answer])));
  const answers: TestAnswer[] = [];
  for (const { gate, answer } of callers) {
    gate.open();
    answers.push(await answer);
  }
  // A request without a write already had its intent before the other one wrote.
  const [first, second] = callers.map(({ gate }) => gate.wasReached);
  const isTooLate = verbsInOrder[0] === 'delete' && second;
  const last = second || !first ? verbsInOrder[1] : verbsInOrder[0];
  return { answers, isTooLate, wanted: isTooLate ? 'DELETED' : intentOf[last] };
}

describe.each(states)('two concurrent callers, when the sandbox %s', (state) => {
  const pairs = verbs.flatMap((first) => verbs.map((second): [Verb, Verb] => [first, second]));

  it.each(pairs)('%s, then %s: both get an answer, and the last intent holds', async (first, second) => {
    const { world, id, row } = await aWorld(state);

    const { answers, isTooLate, wanted } = await race(world, id, [first, second]);

    expect(answers.map(({ status }) => status)).toEqual([200, isTooLate ? 404 : 200]);
    expect(row()?.desired).toBe(wanted);

    await settle(world);

    const live = world.ecs.live().map(({ task }) => task.generation);
    expect(live).toEqual(wanted === 'RUNNING' ? [row()?.generation] : []);
    expect(row()?.phase).toBe(wanted);
    expect(world.sandboxes.active.get('ann')).toBe(live.length);
    const isOver = [...world.startTasks.rows.values()].map(({ status }) => /^(READY|ERROR)$/.test(status));
    expect(isOver).toEqual(answers.flatMap(({ body }) => (body.conversation_id ? [true] : [])));
    expect(world.processes.bugs).toEqual([]);
  });
});

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

it('a resume ends in a new generation even while the old agent gets its keys again', async () => {
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

const ACCOUNT_LIMIT = 20;

describe('burst of 200 starts', () => {
  beforeAll(() => {
    for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockReturnValue();
  });

  async function burst(): Promise<{ world: SandboxWorld; launches: number[]; begin: number }> {
    const world = new SandboxWorld(1);
    world.processes.interleaved = false;
    const begin = world.clock.now().getTime();
    for (let made = 0; made < 200; made += 1) {
      const next = newSandbox(`owner-${made % 40}`, aSandboxId(), aSpec(), world.clock.now());
      await world.sandboxes.save([{ previous: null, next }]);
    }
    const launches: number[] = [];
    for (let tenths = 0; tenths < 400 && launches.length < 200; tenths += 1) {
      await world.tellEverything();
      while (launches.length < world.ecs.requests.length) launches.push(world.clock.now().getTime());
      await world.pass(0.1);
    }
    return { world, launches, begin };
  }

  it('starts as fast as ECS accepts calls, and never faster', async () => {
    const { launches, begin } = await burst();

    expect(launches).toHaveLength(200);
    const inOneSecond = launches.map((at) => launches.filter((other) => other >= at && other < at + 1000).length);
    expect(Math.max(...inOneSecond)).toBeLessThanOrEqual(ACCOUNT_LIMIT);
    const seconds = ((launches.at(-1) ?? 0) - begin) / 1000;
    expect(seconds).toBeGreaterThan(200 / ACCOUNT_LIMIT);
    expect(seconds).toBeLessThan(16);
  });

  it('starts each sandbox exactly once', async () => {
    const { world } = await burst();

    await world.tellEverything();
    for (let passed = 0; passed < 30; passed += 1) {
      await world.pass(1);
      await world.tellEverything();
    }

    expect(new Set(world.ecs.requests.map(({ startedBy }) => startedBy)).size).toBe(200);
    expect(world.ecs.requests).toHaveLength(200);
    expect(world.rows().every(({ phase }) => phase === 'RUNNING')).toBe(true);
  });
});
