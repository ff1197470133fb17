import { describe, expect, it } from 'vitest';
import { streamStartAppConversation } from '../../../../../functions/conversations/stream-start-app-conversation.ts';
import { followed } from '../../../../../shared/domain/start-tasks/saga/follow.ts';
import { advanced, PASSED_STATES, type StartTask } from '../../../../../shared/domain/start-tasks/task/start-task.ts';
import { aStartTask } from '../../../../support/conversations/conversation-data.ts';
import { badFields } from '../../../../support/http/answers.ts';
import { invokeStreamed } from '../../../../support/http/invoke.ts';
import { noon } from '../../../../support/sandboxes/sandbox-data.ts';
import { serviceDeps } from '../../../../support/service-deps.ts';
import { MemoryStartTaskStore } from '../../../../support/start-tasks/memory-start-task-store.ts';

const now = new Date(noon);

type Status = StartTask['status'];

async function follow(statuses: readonly (Status | 'same' | readonly Status[])[], timeLeft = () => 60_000) {
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
  for await (const piece of followed(task, { startTasks, pause, timeLeft })) pieces.push(piece);
  const elements: readonly Record<string, unknown>[] = JSON.parse(pieces.join(''));
  return { pieces, elements, states: elements.map(({ status }) => status) };
}

describe('following a start', () => {
  it('returns one array with a state for each status, the first at once', async () => {
    const { pieces, states } = await follow(['same', 'WAITING_FOR_SANDBOX', 'same', 'PREPARING_REPOSITORY', 'READY']);

    expect(states).toEqual(['WORKING', 'WAITING_FOR_SANDBOX', 'PREPARING_REPOSITORY', 'READY']);
    expect(pieces[0]).toContain('WORKING');
  });

  it('includes states between two reads, each once and in order', async () => {
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
});

describe('POST /api/v1/app-conversations/stream-start', () => {
  it('starts a conversation and streams its states', async () => {
    const deps = serviceDeps();
    const pause = async () => {
      for (const task of deps.startTasks.rows.values()) deps.startTasks.put(advanced(task, now, { status: 'READY' }));
    };
    const body = { title: 'T', secrets: { KEY: 'hunter2' } };

    const answer = await invokeStreamed(streamStartAppConversation, { ...deps, pause }, { body });

    const states = JSON.parse(answer.text);
    expect(states.map(({ status }: { status: string }) => status)).toEqual(['WORKING', 'READY']);
    expect(states[1]).toMatchObject({
      request: { title: 'T', secrets: { KEY: '**********' } },
      created_by_user_id: 'ann',
    });
    expect(answer.text).not.toContain('hunter2');
  });

  it('refuses a start like POST app-conversations does', async () => {
    const deps = { ...serviceDeps(), pause: async () => undefined };

    const bad = await invokeStreamed(streamStartAppConversation, deps, { body: { selected_repository: '-x' } });
    const unknown = await invokeStreamed(streamStartAppConversation, deps, { body: { sandbox_id: 'unknown' } });

    expect([bad.status, badFields(bad)]).toEqual([422, ['body.selected_repository']]);
    expect(unknown.status).toBe(404);
  });
});
