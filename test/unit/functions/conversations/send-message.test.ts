import { beforeEach, describe, expect, it } from 'vitest';
import { sendMessage } from '../../../../functions/conversations/send-message.ts';
import { useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import { badFields, expectHiddenFromOtherOwners } from '../../../support/http/answers.ts';
import type { AgentReply } from '../../../support/http/http-agent.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, addIn, running } = await useConversationScene();

let id: string;
beforeEach(async () => {
  id = (await addIn(running())).conversation_id;
});

const content = [{ type: 'text', text: 'Go on' }];
const send = (body: unknown = { content }, conversationId = id, request: TestRequest = {}) =>
  invoke(sendMessage, deps(), { params: { conversation_id: conversationId }, body, ...request });

describe('POST send-message', () => {
  it('sends the message to the agent, with a run', async () => {
    const { status, body } = await send();

    expect([status, body]).toEqual([
      200,
      { success: true, sandbox_status: 'RUNNING', message: 'The agent has the message.' },
    ]);
    expect(agent.requests).toMatchObject([
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

    expect(agent.requests[0]?.body).toEqual({ role: 'user', content: [image], run: false });
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

  it.each<[string, AgentReply | undefined, number, string, RegExp]>([
    ['does not know it yet', { status: 404 }, 409, 'conflict', /pending-messages/],
    ['fails', { status: 500, body: { detail: 'oh' } }, 502, 'bad_gateway', /The agent returned 500: oh/],
    ['refuses', { status: 422, body: { detail: 'no' } }, 502, 'bad_gateway', /422: no/],
    ['cannot be reached', undefined, 502, 'bad_gateway', /could not be reached/],
  ])('returns the failure when the agent %s', async (_, reply, status, code, detail) => {
    agent.reply = () => reply;

    const answer = await send();

    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toMatch(detail);
  });

  it('returns 404 to other owners', async () => {
    await expectHiddenFromOtherOwners(
      (request) => invoke(sendMessage, deps(), request),
      id,
      (one) => ({ params: { conversation_id: one }, body: { content } }),
    );
    expect(agent.requests).toEqual([]);
  });
});
