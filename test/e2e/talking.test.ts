import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './support/api.ts';
import {
  askAgent,
  reached,
  type StartedConversation,
  startConversation,
  waitForSandbox,
  waitForTask,
} from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { newOwner, nobody, type Owner } from './support/owners.ts';
import { expectProblem } from './support/problems.ts';

let owner: Owner;
let stranger: Owner;
beforeAll(async () => {
  [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
});

const said = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
const pendingPath = (id: string) => `/api/v1/conversations/${id}/pending-messages`;
const sendPath = (id: string) => `/api/v1/app-conversations/${id}/send-message`;
const queue = (id: string, text: string): Promise<Answer> => owner.api.post(pendingPath(id), said(text));
const send = (id: string, text: string): Promise<Answer> => owner.api.post(sendPath(id), said(text));

/** What the user has said to an agent so far, oldest first. */
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

describe('what is said while a conversation starts', () => {
  it('reaches the agent once it is there: in order, each once, after the first message', async () => {
    const { body: task } = await owner.api.post('/api/v1/app-conversations', { initial_message: said('zero') });
    const id: string = task.app_conversation_id;

    const answers = [await queue(task.id, 'one'), await queue(id, 'two'), await queue(task.id, 'three')];

    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      [1, 2, 3].map((position) => [201, { id: expect.stringMatching(/^[0-9a-f]{32}$/), queued: true, position }]),
    );
    await waitForTask(owner.api, task.id, 'READY');
    await waitUntilHeard(await reached(owner.api, id), ['zero', 'one', 'two', 'three']);
  });

  it('is ten messages at most, and nothing that is none', async () => {
    const { body: task } = await owner.api.post('/api/v1/app-conversations', {});

    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => queue(task.id, String(index))));

    const statuses = answers.map(({ status }) => status);
    // A start that is over at once may have taken some of them.
    expect(statuses.every((status) => status === 201 || status === 429)).toBe(true);
    const refused = answers.find(({ status }) => status === 429);
    if (refused) expectProblem(refused, 429, 'message_queue_full');
    for (const body of [{}, { content: [] }, { ...said('x'), role: 'system' }])
      expectProblem(await owner.api.post(pendingPath(task.id), body), 400, 'malformed_request');
    await owner.api.delete(`/api/v1/app-conversations/${task.app_conversation_id}`);
  });
});

describe('what is said to a running conversation', () => {
  let conversation: StartedConversation;
  beforeAll(async () => {
    conversation = await startConversation(owner.api);
  });

  it('reaches the agent at once, and is answered', async () => {
    const { status, body } = await send(conversation.id, 'Hello');

    expect([status, body]).toEqual([
      200,
      { success: true, sandbox_status: 'RUNNING', message: expect.stringMatching(/\S/) },
    ]);
    await waitUntilHeard(conversation, ['Hello']);
    const answers = () => askAgent(conversation, '/events/count?kind=MessageEvent&source=agent');
    await eventually('the agent answers', async () => ((await answers()).body > 0 ? true : undefined));
  });

  it('may also be queued', async () => {
    expect((await queue(conversation.taskId, 'One more')).status).toBe(201);

    await waitUntilHeard(conversation, ['Hello', 'One more']);
  });

  it('is no business of strangers', async () => {
    const { id, taskId } = conversation;
    for (const path of [sendPath(id), pendingPath(id), pendingPath(taskId)]) {
      expectProblem(await stranger.api.post(path, said('psst')), 404, 'not_found');
      expectProblem(await nobody().post(path, said('psst')), 401, 'unauthenticated');
    }
    expectProblem(await owner.api.post(sendPath('unknown'), said('x')), 404, 'not_found');
    expectProblem(await owner.api.post(sendPath(id), { content: [] }), 422, 'validation_failed');
    expect(await heardBy(conversation)).toEqual(['Hello', 'One more']);
  });

  it('waits for its resume, which the refusal names', async () => {
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

  it('goes nowhere once its sandbox is gone', async () => {
    const { id, sandboxId } = conversation;
    await owner.api.delete(`/api/v1/sandboxes/${sandboxId}`);

    expectProblem(await send(id, 'Hello?'), 410, 'gone');
    expectProblem(await queue(id, 'Hello?'), 410, 'gone');
  });
});
