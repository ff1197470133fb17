import { beforeEach, describe, expect, it } from 'vitest';
import { listPendingMessages } from '../../../../functions/conversations/list-pending-messages.ts';
import { queueMessage } from '../../../../functions/conversations/queue-message.ts';
import type { StartTask } from '../../../../shared/domain/conversations/start/task/start-task.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aConversation, aStartTask } from '../../../support/conversations/record/conversation-data.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aRunningSandbox, aSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { serviceDeps } from '../../../support/service-deps.ts';

let scene: ReturnType<typeof makeScene>;
beforeEach(() => {
  scene = makeScene();
});

function makeScene() {
  const deps = serviceDeps();
  return { messages: deps.messages, deps };
}

async function add(
  task: Partial<StartTask> | undefined,
  sandbox: Sandbox = aSandbox({ desired: 'RUNNING' }),
  failure: string | null = null,
) {
  const conversation = aConversation({ sandbox_id: sandbox.sandbox_id, start_error: failure });
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

const sandboxOf = async (id: string) => (await scene.deps.conversations.find('ann', id))?.sandbox_id ?? '';

describe('POST pending-messages', () => {
  it('queues a message while the conversation starts, by its own id and by that of its start task', async () => {
    const { id, taskId } = await add({ status: 'WAITING_FOR_SANDBOX' });

    const answers = [await queue(taskId), await queue(id)];

    const hex = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [201, { id: hex, queued: true, position: 1, state: 'queued' }],
      [201, { id: hex, queued: true, position: 2, state: 'queued' }],
    ]);
    expect((await scene.messages.list('ann', id)).map(({ message_id: one }) => one)).toEqual(
      answers.map(({ body }) => body.id),
    );
    expect(scene.deps.invoked).toContainEqual({ ownerId: 'ann', sandboxId: await sandboxOf(id) });
  });

  it.each<[string, Partial<StartTask>, Sandbox, number, string]>([
    ['failed to start', { status: 'ERROR' }, aRunningSandbox(), 409, 'No such branch.'],
    ['is paused', { status: 'READY' }, aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }), 409, '/resume'],
    ['broke', { status: 'READY' }, aSandbox({ desired: 'PAUSED', phase: 'ERROR' }), 503, 'ERROR'],
    ['is lost', { status: 'READY' }, aSandbox({ desired: 'PAUSED', phase: 'EXPIRED' }), 410, 'MISSING'],
  ])('refuses a message that can never be delivered: the conversation %s', async (_, task, sandbox, status, words) => {
    const { id } = await add(task, sandbox, task.status === 'ERROR' ? 'No such branch.' : null);

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

describe('GET pending-messages', () => {
  const list = (id: string) => invoke(listPendingMessages, scene.deps, { params: { conversation_id: id } });

  it('lists the messages in their order, with what they wait for', async () => {
    const { id, taskId } = await add({ status: 'WAITING_FOR_SANDBOX' });
    const image = { type: 'image', image_urls: ['https://x/1.png', 'https://x/2.png'] };
    await queue(id, { content: [...content, image] });

    const { status, body } = await list(taskId);

    expect([status, body.items]).toMatchObject([
      200,
      [{ state: 'queued', text: 'And this', images: 2, sent_at: null, detail: 'The sandbox is starting.' }],
    ]);
  });

  it('begins with the first message of a start, and says that none is delivered if the start fails', async () => {
    const request = { initial_message: { role: 'user', content: [{ type: 'text', text: 'First' }] } };
    const { id, taskId } = await add({ status: 'WORKING', request });
    await queue(id);
    const conversation = await scene.deps.conversations.find('ann', id);
    if (!conversation) throw new Error('no conversation');
    scene.deps.conversations.put({ ...conversation, start_task_id: taskId });
    expect((await list(id)).body.items).toMatchObject([
      { id: taskId, state: 'queued', text: 'First', detail: 'The conversation is starting.' },
      { state: 'queued', text: 'And this' },
    ]);

    scene.deps.conversations.put({ ...conversation, start_task_id: taskId, start_error: 'No such branch.' });
    const task = await scene.deps.startTasks.find('ann', taskId);
    if (task) scene.deps.startTasks.put({ ...task, status: 'ERROR', detail: 'No such branch.' });

    const reason = 'The conversation did not start. No such branch.';
    expect((await list(id)).body.items).toMatchObject([
      { state: 'not_delivered', text: 'First', detail: reason },
      { state: 'not_delivered', text: 'And this', detail: reason },
    ]);
  });

  it('returns 404 for an unknown conversation', async () => {
    expect((await list('f'.repeat(32))).status).toBe(404);
  });
});
