import { beforeEach, describe, expect, it } from 'vitest';
import { queueMessage } from '../../../../functions/conversations/queue-message.ts';
import type { StartTask } from '../../../../shared/domain/conversations/start/task/start-task.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { MemoryPendingMessages } from '../../../support/conversations/messages/memory-pending-messages.ts';
import { aConversation, aStartTask } from '../../../support/conversations/record/conversation-data.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { serviceDeps } from '../../../support/service-deps.ts';

let scene: ReturnType<typeof makeScene>;
beforeEach(() => {
  scene = makeScene();
});

function makeScene() {
  const service = serviceDeps();
  const delivered: string[] = [];
  const messages = new MemoryPendingMessages(service.clock.now);
  const deliver = async (ownerId: string, id: string) => void delivered.push(`${ownerId}/${id}`);
  return { delivered, messages, deps: { ...service, messages, deliver } };
}

async function add(task: Partial<StartTask> | undefined, sandbox: Sandbox = aSandbox({ desired: 'RUNNING' })) {
  const conversation = aConversation({ sandbox_id: sandbox.sandbox_id });
  scene.deps.conversations.put(conversation);
  await scene.deps.sandboxes.save([{ previous: null, next: sandbox }]);
  const { conversation_id: id } = conversation;
  const start = aStartTask({ conversation_id: id, sandbox_id: sandbox.sandbox_id, ...task });
  if (task) scene.deps.startTasks.put(start);
  return { id, taskId: start.start_task_id };
}

const content = [{ type: 'text', text: 'And this' }];
const queue = (id: string, body: unknown = { content }) =>
  invoke(queueMessage, scene.deps, { params: { conversation_id: id }, body });

describe('POST pending-messages', () => {
  it('queues a message while the conversation starts, by its own id and by that of its start task', async () => {
    const { id, taskId } = await add({ status: 'WAITING_FOR_SANDBOX' });

    const answers = [await queue(taskId), await queue(id)];

    const hex = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [201, { id: hex, queued: true, position: 1 }],
      [201, { id: hex, queued: true, position: 2 }],
    ]);
    expect((await scene.messages.list('ann', id)).map(({ message_id: one }) => one)).toEqual(
      answers.map(({ body }) => body.id),
    );
    expect(scene.delivered).toEqual([]);
  });

  it('invokes the delivery when the conversation is ready', async () => {
    const { id, taskId } = await add({ status: 'READY' }, aRunningSandbox());

    expect((await queue(taskId)).status).toBe(201);

    expect(await scene.messages.list('ann', id)).toHaveLength(1);
    expect(scene.delivered).toEqual([`ann/${id}`]);
  });

  it('invokes the delivery when the start ended while the message was queued', async () => {
    const { id, taskId } = await add({ status: 'STARTING_CONVERSATION' }, aRunningSandbox());
    const { messages, deps } = scene;
    const add1 = messages.add.bind(messages);
    messages.add = async (...given) => {
      const position = await add1(...given);
      const task = await deps.startTasks.find('ann', taskId);
      if (task) deps.startTasks.put({ ...task, status: 'READY' });
      return position;
    };

    await queue(id);

    expect(scene.delivered).toEqual([`ann/${id}`]);
  });

  it('invokes the delivery for a conversation without a start task, and while a sandbox resumes', async () => {
    const direct = await add(undefined, aRunningSandbox());
    const resuming = await add({ status: 'READY' });

    await queue(direct.id);
    await queue(resuming.id);

    expect(scene.delivered).toEqual([`ann/${direct.id}`, `ann/${resuming.id}`]);
  });

  it.each<[string, Partial<StartTask>, Sandbox, number, string]>([
    ['failed to start', { status: 'ERROR', detail: 'No such branch.' }, aRunningSandbox(), 409, 'No such branch.'],
    ['is paused', { status: 'READY' }, aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }), 409, '/resume'],
    ['broke', { status: 'READY' }, aSandbox({ desired: 'PAUSED', phase: 'ERROR' }), 503, 'ERROR'],
    ['is lost', { status: 'READY' }, aSandbox({ desired: 'PAUSED', phase: 'EXPIRED' }), 410, 'MISSING'],
  ])('refuses a message that can never be delivered: the conversation %s', async (_, task, sandbox, status, words) => {
    const { id } = await add(task, sandbox);

    const answer = await queue(id);

    expect(answer.status).toBe(status);
    expect(answer.body.detail).toContain(words);
    expect(await scene.messages.list('ann', id)).toEqual([]);
  });

  it('accepts at most ten messages', async () => {
    const { id } = await add({ status: 'WORKING' });
    for (let count = 1; count <= 10; count += 1) expect((await queue(id)).body.position).toBe(count);

    const { status, body, headers } = await queue(id);

    expect([status, body.code, headers['Retry-After']]).toEqual([429, 'message_queue_full', '5']);
  });

  it.each([{}, { content: [] }, { content: 'x' }, { content, role: 'assistant' }, { content: [{ type: 'text' }] }])(
    'answers 400 to %j, and names the field',
    async (body) => {
      const { id } = await add({ status: 'WORKING' });

      const answer = await queue(id, body);

      expect([answer.status, answer.body.code]).toEqual([400, 'malformed_request']);
      expect(answer.body.errors[0].loc[0]).toBe('body');
    },
  );

  it('returns 404 for the start task of another owner', async () => {
    const { taskId } = await add({ status: 'WORKING' });
    const request = { params: { conversation_id: taskId }, body: { content }, caller: { ownerId: 'mallory' } };

    expect((await invoke(queueMessage, scene.deps, request)).status).toBe(404);
  });
});
