import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logOf } from '../../../../../../shared/domain/conversations/events/event.ts';
import type { Conversation } from '../../../../../../shared/domain/conversations/record/conversation.ts';
import { followed, reportOfEvent } from '../../../../../../shared/domain/conversations/record/conversation-state.ts';
import { copyScript } from '../../../../../../shared/domain/conversations/start/saga/fork-history.ts';
import type { StartTask } from '../../../../../../shared/domain/conversations/start/task/start-task.ts';
import { StartTaskScene, success } from '../../../../../support/conversations/start/start-task-scene.ts';
import { aRunningSandbox } from '../../../../../support/sandboxes/sandbox-data.ts';

const SOURCE = 'a'.repeat(32);
const sandbox = aRunningSandbox();
const id = sandbox.sandbox_id;

let scene: StartTaskScene;
beforeEach(() => {
  scene = new StartTaskScene();
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

const stats = (tokens: number) => ({
  usage_to_metrics: { agent: { accumulated_cost: 1, accumulated_token_usage: { prompt_tokens: tokens } } },
});
const history = ['one', 'two', 'three', 'four', 'five'].map((name, index) => ({
  id: `event-${name}`,
  timestamp: `2025-01-01T00:00:0${index}`,
  kind: index === 3 ? 'ConversationStateUpdateEvent' : 'MessageEvent',
  ...(index === 3 ? { key: 'stats', value: stats(7) } : {}),
}));

function aFork(of: Partial<NonNullable<Conversation['forked_from']>> = {}): Promise<StartTask> {
  const forked_from = { conversation_id: SOURCE, agent_conversation_id: SOURCE, event_id: null, sandbox_id: id, ...of };
  scene.histories.set(SOURCE, history);
  scene.histories.set(id, history);
  return scene.aStart(sandbox, {}, { conversation_id: id, forked_from });
}

const rowOf = async ({ owner_id }: StartTask) => {
  const row = await scene.deps.conversations.find(owner_id, id);
  if (!row) throw new Error('the row is gone');
  return row;
};
const storedIn = async (task: StartTask) => {
  const search = { newestFirst: false, limit: 100, after: null };
  const { items } = await scene.services.events.search(logOf(await rowOf(task)), search);
  return items.map((event) => event.id);
};

describe('the start of a fork', () => {
  it('copies the history on its disk before the agent is asked, and stores what the agent has adopted', async () => {
    const task = await aFork();
    let copiedFirst = false;
    scene.agent = async () => {
      copiedFirst = scene.commands.some((command) => command.includes(`source='${SOURCE}'`));
    };

    await scene.run(task);

    expect((await scene.read(task))?.status).toBe('READY');
    expect(copiedFirst).toBe(true);
    expect(await storedIn(task)).toEqual(history.map((event) => event.id));
    expect(scene.asked).toMatchObject([{ payload: { autotitle: true } }]);
  });

  it('deletes the copies of other conversations from its agent, and nothing that is its own', async () => {
    const [other, own] = ['b'.repeat(32), 'c'.repeat(32)];
    const task = await aFork();
    const row = await rowOf(task);
    scene.deps.conversations.put({ ...row, conversation_id: own, forked_from: null });
    scene.deps.conversations.put({ ...row, conversation_id: SOURCE, sandbox_id: 'd'.repeat(32), forked_from: null });
    scene.histories.set(other, []);
    scene.histories.set(own, []);

    await scene.run(task);

    expect([...scene.histories.keys()].sort()).toEqual([own, id].sort());
    const leases = scene.commands.find((command) => command.includes('owner_lease'));
    expect(leases).toContain(`ids='${SOURCE} ${other}'`);
  });

  it('goes on with the next page when another worker takes over, and stores each event once', async () => {
    const task = await aFork();
    let pages = 0;
    scene.onPage = () => {
      pages += 1;
      if (pages === 2) scene.timeLeft = 0;
    };
    await scene.run(task);
    expect((await scene.read(task))?.status).toBe('STARTING_CONVERSATION');
    expect((await storedIn(task)).length).toBe(4);
    scene.timeLeft = 900_000;

    await scene.run(task);

    expect((await scene.read(task))?.status).toBe('READY');
    expect(pages).toBe(3);
    expect(await storedIn(task)).toEqual(history.map((event) => event.id));
    expect(await scene.services.events.tally(logOf(await rowOf(task)))).toEqual({ total: 5, inAgentLog: 5 });
  });

  it('begins with no costs, whatever copied events report later', async () => {
    const task = await aFork();

    await scene.run(task);

    const row = await rowOf(task);
    const reports = history.flatMap((event) => reportOfEvent(event) ?? []);
    expect(row.metrics ?? null).toBeNull();
    expect(followed(row, reports)).not.toHaveProperty('metrics');
    const now = { ...history[3], kind: 'ConversationStateUpdateEvent', timestamp: '2099-01-01T00:00:00' };
    expect(followed(row, [reportOfEvent(now) ?? []].flat())).toHaveProperty('metrics');
  });

  it.each([
    [40, 'does not contain the conversation'],
    [41, 'does not contain the event'],
    [null, 'in time'],
  ])('ends in ERROR with what to do when the history cannot be copied: %s', async (exitCode, words) => {
    const task = await aFork({ event_id: 'event-one' });
    scene.shell = async (command) => (command.includes('event-') ? { ...success, exitCode } : success);

    await scene.run(task);

    const ended = await scene.read(task);
    expect(ended).toMatchObject({ status: 'ERROR' });
    expect(ended?.detail).toContain(words);
    expect(scene.asked).toEqual([]);
  });

  it('has no history to copy in another sandbox, after the loss of its own', async () => {
    const task = await aFork({ sandbox_id: 'e'.repeat(32) });

    await scene.run(task);

    expect((await scene.read(task))?.status).toBe('READY');
    expect(scene.commands.some((command) => command.includes(SOURCE) && command.includes('events.new'))).toBe(false);
    expect(await storedIn(task)).toEqual([]);
  });
});

it('gives the script its values only as variables', () => {
  const event_id = '$(touch /tmp/x)';
  const script = copyScript(id, { conversation_id: SOURCE, agent_conversation_id: SOURCE, event_id, sandbox_id: id });

  expect(script).toContain(`event='${event_id}'`);
});
