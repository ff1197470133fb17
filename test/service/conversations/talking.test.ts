import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../support/service/api.ts';
import {
  askAgent,
  reached,
  type StartedConversation,
  startConversation,
  waitForSandbox,
  waitForTask,
} from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';

const owner = await newOwner();

const said = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
const pendingPath = (id: string) => `/api/v1/conversations/${id}/pending-messages`;
const sendPath = (id: string) => `/api/v1/app-conversations/${id}/send-message`;
const queue = (id: string, text: string): Promise<Answer> => owner.api.post(pendingPath(id), said(text));
const send = (id: string, text: string): Promise<Answer> => owner.api.post(sendPath(id), said(text));

async function heardBy(conversation: StartedConversation): Promise<string[]> {
  const { body } = await askAgent(conversation, '/events/search?kind=MessageEvent&source=user&limit=100');
  const items: { llm_message: { content: { text: string }[] } }[] = body.items;
  return items.map(({ llm_message: { content } }) => content[0]?.text ?? '');
}

function waitUntilHeard(conversation: StartedConversation, texts: readonly string[]) {
  return eventually(`the agent has heard ${texts.join(', ')}`, async () => {
    const heard = await heardBy(conversation);
    if (heard.length < texts.length) throw new Error(`it has heard ${heard.join(', ')}`);
    expect(heard).toEqual(texts);
    return true;
  });
}

describe('a message to a conversation that starts', () => {
  it('reaches the agent once the start ends: in order, once, after the first message', async () => {
    const { body: task } = await owner.api.post('/api/v1/app-conversations', { initial_message: said('zero') });
    const id: string = task.conversation_id;

    const answers = [await queue(task.id, 'one'), await queue(id, 'two'), await queue(task.id, 'three')];

    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      [1, 2, 3].map((position) => [201, { id: expect.stringMatching(/^[0-9a-f]{32}$/), queued: true, position }]),
    );
    await waitForTask(owner.api, task.id, 'READY');
    await waitUntilHeard(await reached(owner.api, id), ['zero', 'one', 'two', 'three']);
  });
});

describe('a message to a running conversation', () => {
  let conversation: StartedConversation;
  beforeAll(async () => {
    conversation = await startConversation(owner.api);
  });

  it('reaches the agent at once and is answered', async () => {
    const { status, body } = await send(conversation.id, 'Hello');

    expect([status, body]).toEqual([
      200,
      { success: true, sandbox_status: 'RUNNING', message: expect.stringMatching(/\S/) },
    ]);
    await waitUntilHeard(conversation, ['Hello']);
    const answers = () => askAgent(conversation, '/events/count?kind=MessageEvent&source=agent');
    await eventually('the agent answers', async () => ((await answers()).body > 0 ? true : undefined));
  });

  it('reaches the agent through the queue too', async () => {
    expect((await queue(conversation.taskId, 'One more')).status).toBe(201);

    await waitUntilHeard(conversation, ['Hello', 'One more']);
  });

  it('is refused while the sandbox is paused, with the path of the resume', async () => {
    const { id, sandboxId } = conversation;
    await owner.api.post(`/api/v1/sandboxes/${sandboxId}/pause`);

    const refused = await send(id, 'Are you there?');

    expectProblem(refused, 409, 'conflict');
    const [, resume = ''] = /POST (\S+)[,.]/.exec(refused.body.detail) ?? [];
    expectProblem(await queue(id, 'Are you there?'), 409, 'conflict');
    expect((await owner.api.post(resume)).status).toBe(200);
    expectProblem(await send(id, 'Too early'), 409, 'conflict');
    expect((await queue(id, 'While you wake')).status).toBe(201);
    await waitForSandbox(owner.api, sandboxId, 'RUNNING');
    await waitUntilHeard(await reached(owner.api, id), ['Hello', 'One more', 'While you wake']);
  });

  it('is refused with 410 once the sandbox is deleted', async () => {
    const { id, sandboxId } = conversation;
    await owner.api.delete(`/api/v1/sandboxes/${sandboxId}`);

    expectProblem(await send(id, 'Hello?'), 410, 'gone');
    expectProblem(await queue(id, 'Hello?'), 410, 'gone');
  });
});
