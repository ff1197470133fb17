import { describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../../functions/conversations/create-app-conversation.ts';
import { deleteSandbox } from '../../../../../functions/sandboxes/delete-sandbox.ts';
import { pauseSandbox } from '../../../../../functions/sandboxes/pause-sandbox.ts';
import { resumeSandbox } from '../../../../../functions/sandboxes/resume-sandbox.ts';
import { memoryBudgets } from '../../../../support/billing/memory-budgets.ts';
import { invoke, type TestAnswer } from '../../../../support/http/invoke.ts';
import { Gate, gated } from '../../../../support/platform/gated.ts';
import { keyOf } from '../../../../support/platform/memory-page.ts';
import { MemoryVault } from '../../../../support/platform/memory-vault.ts';
import { noWarmTasks } from '../../../../support/sandboxes/memory-warm-tasks.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';
import { SandboxWorld } from '../../../../support/sandboxes/world/sandbox-world.ts';
import { MemorySettingsStore } from '../../../../support/settings/memory-settings-store.ts';

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

/** A caller whose first write waits at the gate: what it decides on is read by then. */
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
    warmTasks: noWarmTasks,
    vault,
    settings: new MemorySettingsStore(),
    sandboxLimit: 3,
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

/** Both callers read the same row; then the first writes, and the second with what it read. */
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
  // Who found nothing to write had what it wanted before the other one wrote.
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
