import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliverInTurn } from '../../../../../shared/domain/conversations/messages/deliver-in-turn.ts';
import { newPendingMessage, stateOf } from '../../../../../shared/domain/conversations/messages/pending-messages.ts';
import { takeMessage } from '../../../../../shared/domain/conversations/messages/take-message.ts';
import { workersPerOwner } from '../../../../../shared/domain/sandboxes/waits/worker-places.ts';
import { type Fault, ModelAgent } from '../../../../support/conversations/messages/model-agent.ts';
import { useConversationScene } from '../../../../support/conversations/record/conversation-scene.ts';
import { MemoryWaitPlaces } from '../../../../support/sandboxes/memory-stores.ts';

const scene = await useConversationScene();

/** A conversation, the service around it, and an agent with any misfortune. */
async function aWorld() {
  const agent = new ModelAgent();
  const deps = { ...scene.deps(), patience: agent.patience };
  scene.agent.reply = agent.reply;
  const conversation = await scene.addIn(scene.running());
  const { conversation_id: id, sandbox_id: sandboxId } = conversation;
  const place = { ownerId: 'ann', sandboxId };
  const places = new MemoryWaitPlaces({ perKey: workersPerOwner.deliver, overall: null }, deps.now);
  const said: string[] = [];
  let workers = 0;
  const run = () => {
    workers += 1;
    const worker = { holder: `worker ${workers}`, timeLeft: () => 150_000 };
    return deliverInTurn(place, worker, { ...deps, places, pause: async () => undefined });
  };
  const pending = () => deps.messages.list('ann', id);
  return {
    agent,
    said,
    run,
    pending,
    say: async (text: string) => {
      const content = [{ type: 'text' as const, text, cache_prompt: false }];
      const message = newPendingMessage(content, deps.now());
      const { state } = await takeMessage(conversation, message, async () => [], deps);
      said.push(text);
      return state;
    },
    /** The next generation of the sandbox. */
    restart: async () => {
      agent.restart();
      const previous = await deps.sandboxes.find('ann', sandboxId);
      if (!previous) throw new Error('no sandbox');
      const { version, generation } = previous;
      const next = { ...previous, version: version + 1, generation: generation + 1 };
      await deps.sandboxes.save([{ previous, next }]);
    },
    hasten: async () => ((await deps.work.hasten(place)) ? run() : undefined),
    /** A minute later, the sweep. */
    sweep: async (minutes = 1) => {
      deps.clock.advance(minutes * 60 + 1);
      if (await deps.work.resume(place)) await run();
    },
    states: async () => (await pending()).map((message) => [message.content[0], stateOf(message)]),
  };
}
type World = Awaited<ReturnType<typeof aWorld>>;

const faults: readonly Fault[] = ['lost', 'cut-off', 'fails', 'fails-late', 'freezes', 'refused-by-edge'];

const commands: readonly fc.Arbitrary<readonly [string, (world: World) => unknown]>[] = [
  fc.constant(['say', (world) => world.say(`m${world.said.length}`).catch(ignoreFull)]),
  fc.constant(['say the same', (world) => world.say('again').catch(ignoreFull)]),
  fc.constant(['tool begins', ({ agent }) => agent.beginTool()]),
  fc.constant(['tool ends', ({ agent }) => agent.endTool()]),
  fc.constantFrom(...faults).map((fault) => [fault, ({ agent }) => Object.assign(agent, { fault })] as const),
  fc.constant(['freezes', ({ agent }) => agent.freeze()]),
  fc.constant(['thaws', ({ agent }) => agent.thaw()]),
  fc.constant(['restarts', (world) => world.restart()]),
  fc.constant(['event delivered', (world) => world.hasten()]),
  fc.constant(['minute passes', (world) => world.sweep()]),
  fc.constant(['hour passes', (world) => world.sweep(60)]),
];

function ignoreFull(error: unknown): void {
  if (!String(error).includes('QueueFullError')) throw error;
}

const run = async (steps: readonly (readonly [string, (world: World) => unknown])[]) => {
  const world = await aWorld();
  for (const [, step] of steps) await step(world);
  const { agent } = world;
  agent.thaw();
  agent.endTool();
  agent.fault = 'none';
  for (let minutes = 0; minutes < 20; minutes += 1) await world.sweep();
  return world;
};

describe('messages to any agent', () => {
  it('arrive once and in order, or are reported', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(...commands), { minLength: 4, maxLength: 25 }), async (steps) => {
        const { agent, said, pending } = await run(steps);

        const left = await pending();
        expect(left.map(stateOf)).toEqual(left.map(() => 'not_delivered'));
        const reported = left.map(({ content: [part] }) => (part?.type === 'text' ? part.text : ''));
        const expected = [...said];
        for (const text of reported) expected.splice(expected.lastIndexOf(text), 1);
        expect(agent.texts.toSorted()).toEqual(expected.toSorted());
        const distinct = agent.texts.filter((text) => text !== 'again');
        expect(distinct).toEqual(said.filter((text) => distinct.includes(text)));
      }),
      // No time limit of fast-check: it would leave a run behind that talks to the agent of the next test.
      { numRuns: 150 },
    );
  });
});

let world: World;
beforeEach(async () => {
  world = await aWorld();
});

describe('a message to a busy agent', () => {
  it('is handed over once, however long the tool runs, and later messages wait for it', async () => {
    world.agent.beginTool();
    expect([await world.say('a'), await world.say('b')]).toEqual(['handed_over', 'queued']);
    for (let minutes = 0; minutes < 70; minutes += 1) await world.sweep();
    expect(world.agent.texts).toEqual([]);

    world.agent.endTool();
    await world.hasten();

    expect([world.agent.texts, await world.pending()]).toEqual([['a', 'b'], []]);
  });

  it('is sent again after a restart that lost it', async () => {
    world.agent.beginTool();
    await world.say('a');
    await world.say('b');

    await world.restart();
    await world.hasten();

    expect([world.agent.texts, await world.pending()]).toEqual([['a', 'b'], []]);
  });

  it('is not mistaken for an earlier one with the same text', async () => {
    await world.say('go on');
    world.agent.beginTool();
    expect(await world.say('go on')).toBe('handed_over');
    await world.sweep();
    expect(await world.pending()).toHaveLength(1);

    world.agent.endTool();
    await world.sweep();

    expect([world.agent.texts, await world.pending()]).toEqual([['go on', 'go on'], []]);
  });
});

describe('a message whose connection broke', () => {
  it('is reported as not delivered if the agent is at rest without it, and never sent again', async () => {
    world.agent.fault = 'lost';
    expect(await world.say('a')).toBe('handed_over');
    await world.sweep();
    expect((await world.pending()).map(stateOf)).toEqual(['handed_over']);

    await world.sweep(3);

    expect((await world.pending()).map(stateOf)).toEqual(['not_delivered']);
    expect([await world.say('b'), world.agent.texts]).toEqual(['delivered', ['b']]);
  });

  it('was delivered if the agent has it', async () => {
    world.agent.fault = 'cut-off';
    expect(await world.say('a')).toBe('handed_over');

    await world.hasten();

    expect([world.agent.texts, await world.pending()]).toEqual([['a'], []]);
  });
});

describe('a message that the agent fails to take', () => {
  it('is sent again, as the agent proves that it lacks it, and reported after three attempts', async () => {
    const states: unknown[] = [];
    for (const step of [() => world.say('a'), () => world.sweep(), () => world.sweep()]) {
      world.agent.fault = 'fails';
      await step();
      states.push((await world.pending()).map(stateOf));
    }

    expect(states).toEqual([['queued'], ['queued'], ['not_delivered']]);
    expect(await world.pending()).toMatchObject([{ failed: 'The agent returned 500: No.' }]);
  });

  it('stays queued without an attempt if the agent does not respond, or the edge refuses it', async () => {
    world.agent.freeze();
    expect(await world.say('a')).toBe('queued');
    world.agent.thaw();
    world.agent.fault = 'refused-by-edge';
    await world.sweep();
    expect(await world.pending()).toMatchObject([{ attempts: 0, sent_at: null }]);

    await world.sweep();

    expect([world.agent.texts, await world.pending()]).toEqual([['a'], []]);
  });
});
