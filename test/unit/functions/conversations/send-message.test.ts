import { beforeEach, describe, expect, it } from 'vitest';
import { postEvent } from '../../../../functions/conversations/post-event.ts';
import { postMessage } from '../../../../functions/conversations/post-message.ts';
import { sendMessage } from '../../../../functions/conversations/send-message.ts';
import { deliverPendingMessages } from '../../../../shared/domain/conversations/messages/deliver-pending-messages.ts';
import { ModelAgent } from '../../../support/conversations/messages/model-agent.ts';
import { useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import { badFields } from '../../../support/http/answers.ts';
import type { AgentReply } from '../../../support/http/http-agent.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { MemoryClaimStore } from '../../../support/http/memory-claim-store.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, addIn, running } = await useConversationScene();

let id: string;
let model: ModelAgent;
beforeEach(async () => {
  id = (await addIn(running())).conversation_id;
  model = new ModelAgent();
  agent.reply = model.reply;
});
const posts = () => agent.requests.filter(({ method }) => method === 'POST');

const content = [{ type: 'text', text: 'Go on' }];
const send = (body: unknown = { content }, conversationId = id, request: TestRequest = {}) =>
  invoke(
    sendMessage,
    { ...deps(), patience: model.patience },
    { params: { conversation_id: conversationId }, body, ...request },
  );

describe('POST send-message', () => {
  it('sends the message to the agent, with a run', async () => {
    const { status, body } = await send();

    expect([status, body]).toEqual([
      200,
      {
        success: true,
        sandbox_status: 'RUNNING',
        message: 'The agent has the message.',
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        state: 'delivered',
      },
    ]);
    expect(posts()).toMatchObject([
      {
        method: 'POST',
        path: `/api/conversations/${id}/events`,
        body: { role: 'user', content: [{ type: 'text', text: 'Go on', cache_prompt: false }], run: true },
      },
    ]);
  });

  it('starts no run when the request asks for it, and sends images', async () => {
    const image = { type: 'image', image_urls: ['https://x/1.png'], cache_prompt: true };

    await send({ content: [image], role: 'user', run: false });

    expect(posts()[0]?.body).toEqual({ role: 'user', content: [image], run: false });
  });

  it.each([
    [{}, 'body.content'],
    [{ content: [] }, 'body.content'],
    [{ content: 'Hi' }, 'body.content'],
    [{ content, role: 'system' }, 'body.role'],
    [{ content: [{ type: 'text' }] }, 'body.content.0.text'],
    [{ content: [{ type: 'video', url: 'x' }] }, 'body.content.0.type'],
  ])('refuses %j', async (body, field) => {
    expect(badFields(await send(body))).toEqual([field]);
  });

  it.each([
    ['is paused', aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }), 409, 'conflict'],
    ['starts', aSandbox({ desired: 'RUNNING', phase: 'BOOTING' }), 409, 'conflict'],
    ['failed', aSandbox({ desired: 'PAUSED', phase: 'ERROR' }), 503, 'unavailable'],
    ['has expired', aSandbox({ desired: 'PAUSED', phase: 'EXPIRED' }), 410, 'gone'],
  ])('explains what to do when the sandbox %s', async (_, sandbox, status, code) => {
    const conversation = await addIn(sandbox);

    const answer = await send({ content }, conversation.conversation_id);

    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (sandbox.phase === 'PAUSED')
      expect(answer.body.detail).toContain(`POST /api/v1/sandboxes/${sandbox.sandbox_id}/resume`);
    expect(answer.headers['Retry-After']).toBe(sandbox.phase === 'BOOTING' ? '3' : undefined);
  });

  it('returns the reason when the agent refuses the message', async () => {
    agent.reply = (request) =>
      request.method === 'POST' ? { status: 422, body: { detail: 'no' } } : model.reply(request);

    const answer = await send();

    expect([answer.status, answer.body.code]).toEqual([502, 'bad_gateway']);
    expect(answer.body.detail).toMatch(/422: no/);
  });

  it.each<[string, AgentReply | undefined, string]>([
    ['does not know it yet', { status: 404 }, 'queued'],
    ['fails', { status: 500, body: { detail: 'oh' } }, 'queued'],
    ['closes the connection', undefined, 'handed_over'],
  ])('takes the message when the agent %s', async (_, reply, state) => {
    agent.reply = (request) => (request.method === 'POST' ? reply : model.reply(request));

    const { status, body } = await send();

    expect([status, body.state, body.success]).toEqual([200, state, true]);
  });

  it('hands a busy agent one copy, however often the request is repeated, and later messages wait', async () => {
    const claims = { claims: new MemoryClaimStore(), now: () => new Date() };
    const again = () => send({ content }, id, { claims, headers: { 'Idempotency-Key': 'k' } });
    model.beginTool();
    const [first, second, other] = [
      await again(),
      await again(),
      await send({ content: [{ type: 'text', text: 'b' }] }),
    ];
    expect([first, second, other].map(({ body }) => body.state)).toEqual(['handed_over', 'handed_over', 'queued']);
    expect(first.body.message).toContain('busy');
    expect(posts()).toHaveLength(1);

    model.endTool();
    await deliverPendingMessages('ann', id, { ...deps(), patience: model.patience });

    expect(model.texts).toEqual(['Go on', 'b']);
    expect((await again()).body).toMatchObject({ id: first.body.id, state: 'delivered' });
    expect(model.texts).toHaveLength(2);
  });

  it('leaves the delivery to the worker of its sandbox, if it has one', async () => {
    const conversation = await deps().conversations.find('ann', id);
    const place = { ownerId: 'ann', sandboxId: conversation?.sandbox_id ?? '' };
    await deps().work.enter(place, null, 'worker');

    expect((await send()).body.state).toBe('queued');

    expect(await deps().work.finish(place, 'worker', new Map())).toBe(true);
  });

  it('is refused for a conversation that did not start', async () => {
    const { conversation_id } = await addIn(running(), { start_error: 'No such branch.' });

    const answer = await send({ content }, conversation_id);

    expect([answer.status, answer.body.detail]).toEqual([409, 'The conversation did not start. No such branch.']);
  });
});

const say = (body: unknown) => invoke(postMessage, deps(), { params: { conversation_id: id }, body });
const event = (body: unknown) => invoke(postEvent, deps(), { params: { conversation_id: id }, body });
const told = () => posts().map(({ path, body }) => [path.replace(`/api/conversations/${id}`, ''), body]);
const text = (one: string) => ({ type: 'text', text: one, cache_prompt: false });

describe('POST message', () => {
  it('sends the message to the agent, with a run', async () => {
    const { status, body } = await say({ message: 'Hi' });

    expect([status, body]).toEqual([200, { success: true, id: expect.any(String), state: 'delivered' }]);
    expect(told()).toEqual([['/events', { role: 'user', content: [text('Hi')], run: true }]]);
  });

  it('queues the message while the sandbox starts', async () => {
    id = (await addIn(aSandbox({ desired: 'RUNNING', phase: 'BOOTING' }))).conversation_id;

    expect((await say({ message: 'Hi' })).body.state).toBe('queued');
    expect((await event({ source: 'user', content: 'Ho' })).body).toEqual({ success: true });

    expect(await deps().messages.list('ann', id)).toHaveLength(2);
  });

  it.each([[{}], [{ message: '' }], [{ message: 7 }]])('refuses %j', async (body) => {
    expect((await say(body)).status).toBe(422);
  });
});

describe('POST events', () => {
  it.each<[unknown, string, unknown]>([
    [
      { action: 'message', args: { content: 'Hi', image_urls: ['x'], timestamp: 'now' } },
      '/events',
      { role: 'user', content: [text('Hi'), { type: 'image', image_urls: ['x'], cache_prompt: false }], run: true },
    ],
    [{ source: 'user', content: 'Hi' }, '/events', { role: 'user', content: [text('Hi')], run: true }],
    [{ action: 'change_agent_state', args: { agent_state: 'running' } }, '/run', ''],
    [{ action: 'change_agent_state', args: { agent_state: 'paused' } }, '/pause', ''],
    [{ action: 'change_agent_state', args: { agent_state: 'stopped' } }, '/pause', ''],
    [
      { action: 'change_agent_state', args: { agent_state: 'user_confirmed' } },
      '/events/respond_to_confirmation',
      { accept: true },
    ],
    [
      { action: 'change_agent_state', args: { agent_state: 'user_rejected' } },
      '/events/respond_to_confirmation',
      { accept: false },
    ],
  ])('performs %j', async (body, path, sent) => {
    const answer = await event(body);

    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(told()).toEqual([[path, sent]]);
  });

  it.each([
    [{}],
    [{ action: 'run', args: { command: 'rm -rf /' } }],
    [{ source: 'agent', content: 'I am the agent' }],
    [{ action: 'message', args: { content: '' } }],
    [{ action: 'change_agent_state', args: { agent_state: 'finished' } }],
  ])('refuses %j without calling the agent', async (body) => {
    const answer = await event(body);

    expect([answer.status, answer.body.code]).toEqual([400, 'malformed_request']);
    expect(agent.requests).toEqual([]);
  });
});
