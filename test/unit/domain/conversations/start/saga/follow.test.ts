import { beforeEach, describe, expect, it, vi } from 'vitest';
import { streamStartAppConversation } from '../../../../../../functions/conversations/stream-start-app-conversation.ts';
import { followed } from '../../../../../../shared/domain/conversations/start/saga/follow.ts';
import { StartFailedError } from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';
import {
  advanced,
  PASSED_STATES,
  type StartTask,
} from '../../../../../../shared/domain/conversations/start/task/start-task.ts';
import { changed } from '../../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aStartTask } from '../../../../../support/conversations/record/conversation-data.ts';
import { MemoryStartTaskStore } from '../../../../../support/conversations/start/memory-start-task-store.ts';
import { StartTaskScene } from '../../../../../support/conversations/start/start-task-scene.ts';
import { badFields } from '../../../../../support/http/answers.ts';
import { invokeStreamed } from '../../../../../support/http/invoke.ts';
import { MemoryWaitPlaces } from '../../../../../support/sandboxes/memory-stores.ts';
import { aRunningSandbox, noon } from '../../../../../support/sandboxes/sandbox-data.ts';
import { serviceDeps } from '../../../../../support/service-deps.ts';

const now = new Date(noon);

type Status = StartTask['status'];

async function follow(
  statuses: readonly (Status | 'same' | readonly Status[])[],
  timeLeft = () => 60_000,
  mayWait = true,
) {
  let task = aStartTask();
  const startTasks = MemoryStartTaskStore.with(task);
  const coming = [...statuses];
  const pieces: string[] = [];
  const pause = async () => {
    const next = coming.shift();
    if (next === undefined || next === 'same') return;
    for (const status of [next].flat() as Status[]) task = advanced(task, now, { status, detail: `now ${status}` });
    startTasks.put(task);
  };
  const places = { taken: 0, released: 0 };
  const release = async () => {
    places.released += 1;
  };
  const takePlace = async () => {
    if (!mayWait) return undefined;
    places.taken += 1;
    return release;
  };
  for await (const piece of followed(task, { startTasks, pause, timeLeft, takePlace })) pieces.push(piece);
  const elements: readonly Record<string, unknown>[] = JSON.parse(pieces.join(''));
  return { pieces, elements, places, states: elements.map(({ status }) => status) };
}

describe('following a start', () => {
  it('streams one array with a state for each status, the first immediately', async () => {
    const { pieces, states } = await follow(['same', 'WAITING_FOR_SANDBOX', 'same', 'PREPARING_REPOSITORY', 'READY']);

    expect(states).toEqual(['WORKING', 'WAITING_FOR_SANDBOX', 'PREPARING_REPOSITORY', 'READY']);
    expect(pieces[0]).toContain('WORKING');
  });

  it('includes each state between two reads once and in order', async () => {
    const { states, elements } = await follow([
      ['WAITING_FOR_SANDBOX', 'PREPARING_REPOSITORY', 'RUNNING_SETUP_SCRIPT'],
      'SETTING_UP_SKILLS',
      ['WAITING_FOR_SANDBOX', 'PREPARING_REPOSITORY', 'STARTING_CONVERSATION', 'READY'],
    ]);

    expect(states).toEqual([
      'WORKING',
      'WAITING_FOR_SANDBOX',
      'PREPARING_REPOSITORY',
      'RUNNING_SETUP_SCRIPT',
      'SETTING_UP_SKILLS',
      'WAITING_FOR_SANDBOX',
      'PREPARING_REPOSITORY',
      'STARTING_CONVERSATION',
      'READY',
    ]);
    expect(elements[2]).toMatchObject({ detail: 'now PREPARING_REPOSITORY' });
    for (const element of elements) expect(Object.keys(element)).toEqual(Object.keys(elements[0] ?? {}));
  });

  it('includes the latest of very many states between two reads', async () => {
    const circle = ['WAITING_FOR_SANDBOX', 'PREPARING_REPOSITORY'] as const;
    const { states } = await follow([[...Array(100).fill(circle).flat(), 'READY']]);

    expect([states.length, states[0], states.at(-1)]).toEqual([1 + PASSED_STATES + 1, 'WORKING', 'READY']);
  });

  it('ends with an error too', async () => {
    expect((await follow(['ERROR'])).states).toEqual(['WORKING', 'ERROR']);
  });

  it('ends before its timeout, with a complete array', async () => {
    let left = 20_000;
    const { states } = await follow(Array(20).fill('same'), () => {
      left -= 5_000;
      return left;
    });

    expect(states).toEqual(['WORKING']);
  });

  it('sends whitespace while the state does not change', async () => {
    const { pieces, states } = await follow([...Array(40).fill('same'), 'READY']);

    expect(pieces.filter((piece) => piece.trim() === '')).toHaveLength(2);
    expect(states).toEqual(['WORKING', 'READY']);
  });

  it('takes one place while it waits, and releases it', async () => {
    expect((await follow(['WAITING_FOR_SANDBOX', 'READY'])).places).toEqual({ taken: 1, released: 1 });
  });

  it('returns only the first state when it has no place to wait', async () => {
    const { states } = await follow(['READY'], () => 60_000, false);

    expect(states).toEqual(['WORKING']);
  });

  it('takes no place for a start that has ended', async () => {
    const task = advanced(aStartTask(), now, { status: 'READY' });
    const unused = async () => expect.fail('nothing to wait for');
    const deps = { startTasks: { find: unused }, pause: unused, takePlace: unused, timeLeft: () => 60_000 };
    const pieces: string[] = [];
    for await (const piece of followed(task, deps)) pieces.push(piece);

    expect(JSON.parse(pieces.join(''))).toHaveLength(1);
  });

  it('releases its place when the client disconnects and when a read fails', async () => {
    let released = 0;
    const takePlace = async () => async () => {
      released += 1;
    };
    const pause = async () => undefined;
    const startTasks = MemoryStartTaskStore.with(aStartTask());
    const left = followed(aStartTask(), { startTasks, pause, takePlace, timeLeft: () => 60_000 });
    await left.next();
    await left.next();
    await left.return(undefined);
    expect(released).toBe(1);

    const find = async () => Promise.reject(new Error('the table is busy'));
    const failing = followed(aStartTask(), { startTasks: { find }, pause, takePlace, timeLeft: () => 60_000 });
    await failing.next();
    await expect(failing.next()).rejects.toThrow('the table is busy');
    expect(released).toBe(2);
  });
});

describe('POST /api/v1/app-conversations/stream-start', () => {
  it('starts a conversation and streams its states', async () => {
    const deps = serviceDeps();
    const pause = async () => {
      for (const task of deps.startTasks.rows.values()) deps.startTasks.put(advanced(task, now, { status: 'READY' }));
    };
    const body = { title: 'T', secrets: { KEY: 'hunter2' } };

    const places = new MemoryWaitPlaces({ perKey: 1, overall: 1 }, deps.now);

    const answer = await invokeStreamed(streamStartAppConversation, { ...deps, pause, places }, { body });

    const states = JSON.parse(answer.text);
    expect(states.map(({ status }: { status: string }) => status)).toEqual(['WORKING', 'READY']);
    expect(states[1]).toMatchObject({
      request: { title: 'T', secrets: { KEY: '**********' } },
      created_by_user_id: 'ann',
    });
    expect(answer.text).not.toContain('hunter2');
    expect(places.taken).toBe(0);
  });

  it('starts a conversation without waiting when the key has no place to wait', async () => {
    const deps = serviceDeps();
    const places = new MemoryWaitPlaces({ perKey: 0, overall: 50 }, deps.now);
    const pause = async () => expect.fail('it has no place to wait');

    const answer = await invokeStreamed(streamStartAppConversation, { ...deps, pause, places }, { body: {} });

    const states = JSON.parse(answer.text);
    expect([answer.status, states.map(({ status }: { status: string }) => status)]).toEqual([200, ['WORKING']]);
    expect([...deps.startTasks.rows.values()]).toHaveLength(1);
  });

  it('refuses a start like POST app-conversations does', async () => {
    const places = new MemoryWaitPlaces({ perKey: 1, overall: 1 }, () => now);
    const deps = { ...serviceDeps(), pause: async () => undefined, places };

    const bad = await invokeStreamed(streamStartAppConversation, deps, { body: { selected_repository: '-x' } });
    const unknown = await invokeStreamed(streamStartAppConversation, deps, { body: { sandbox_id: 'unknown' } });

    expect([bad.status, badFields(bad)]).toEqual([422, ['body.selected_repository']]);
    expect(unknown.status).toBe(404);
  });
});

let scene: StartTaskScene;
beforeEach(() => {
  scene = new StartTaskScene();
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

async function slowStart(sandbox = aRunningSandbox()) {
  const task = await scene.aStart(sandbox);
  const slow = scene.slowAgent();
  const running = scene.run(task);
  await slow.asked;
  return { task, slow, running };
}

describe('lease of a start task whose agent is slow', () => {
  it('is renewed by its worker', async () => {
    const { task, slow, running } = await slowStart();
    for (const end of ['12:00:40', '12:00:50', '12:01:00', '12:01:10']) {
      scene.deps.clock.advance(10);
      await scene.heartbeat();
      expect(await scene.read(task)).toMatchObject({ lease_until: `2026-11-21T${end}.000Z` });
    }

    await scene.run(task);
    slow.answer();
    await running;

    expect(scene.asked).toHaveLength(1);
    expect(await scene.read(task)).toMatchObject({ status: 'READY', lease_holder: null, lease_until: null });
  });

  it('has no heartbeat after the end', async () => {
    const { task, slow, running } = await slowStart();
    slow.answer();
    await running;
    const over = await scene.read(task);

    await scene.heartbeat();

    expect(await scene.read(task)).toEqual(over);
  });

  it('survives a failed renewal', async () => {
    const { task, slow, running } = await slowStart();
    vi.spyOn(scene.deps.startTasks, 'save').mockRejectedValueOnce(new Error('throttled'));

    await scene.heartbeat();
    slow.answer();
    await running;

    expect(slow.wasAborted()).toBe(false);
    expect(await scene.read(task)).toMatchObject({ status: 'READY' });
  });

  it('is respected by a worker that has lost it and no longer writes', async () => {
    const { task, slow, running: first } = await slowStart();
    scene.deps.clock.advance(31);
    scene.agent = async () => undefined;
    const beat = scene.heartbeatOfNow();
    await scene.run(task);
    const after = await scene.read(task);

    await beat();
    await first;

    expect(slow.wasAborted()).toBe(true);
    expect(after).toMatchObject({ status: 'READY' });
    expect(await scene.read(task)).toEqual(after);
  });

  it('is released when the sandbox starts again, and the task waits again', async () => {
    const sandbox = aRunningSandbox();
    const { task, slow, running } = await slowStart(sandbox);
    const restarted = changed(sandbox, scene.deps.now(), { phase: 'PENDING', generation: 2 });
    await scene.deps.sandboxes.save([{ previous: sandbox, next: restarted }]);

    await scene.heartbeat();
    await running;
    expect(slow.wasAborted()).toBe(true);
    expect(await scene.read(task)).toMatchObject({ status: 'WAITING_FOR_SANDBOX', detail: null, lease_until: null });
    scene.agent = async () => undefined;
    const again = changed(restarted, scene.deps.now(), { phase: 'RUNNING' });
    await scene.deps.sandboxes.save([{ previous: restarted, next: again }]);
    await scene.run(task);

    expect(await scene.read(task)).toMatchObject({ status: 'READY' });
  });

  it('ends in ERROR when the conversation is deleted during the start', async () => {
    const { task, running } = await slowStart();
    scene.deps.conversations.rows.clear();

    await scene.heartbeat();
    await running;

    expect(await scene.read(task)).toMatchObject({ status: 'ERROR', detail: expect.stringContaining('deleted') });
  });

  it('survives a final refusal by the agent of an ended generation', async () => {
    const sandbox = aRunningSandbox();
    const task = await scene.aStart(sandbox);
    scene.agent = async () => {
      const next = changed(sandbox, scene.deps.now(), { phase: 'PENDING', generation: 2 });
      await scene.deps.sandboxes.save([{ previous: sandbox, next }]);
      throw new StartFailedError('The agent server answered 401');
    };

    await scene.run(task);

    expect(await scene.read(task)).toMatchObject({ status: 'WAITING_FOR_SANDBOX', detail: null });
  });
});
