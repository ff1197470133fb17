import { describe, expect, it } from 'vitest';
import { agentOf } from '../../../../../shared/domain/conversations/agent/reach-agent.ts';
import { askAgent, call } from '../../../../../shared/domain/sandboxes/agent/ask-agent.ts';
import { useConversationScene } from '../../../../support/conversations/record/conversation-scene.ts';
import { answersOfEdge, errorPage, refusalOfEdge } from '../../../../support/http/edge-answers.ts';

const { agent, deps, add, running } = await useConversationScene();

describe('askAgent', () => {
  it('rejects when its timeout is over', async () => {
    agent.reply = () => 'silence';
    const reached = await agentOf(add(), running(), deps().keys);
    const started = performance.now();

    await expect(call(reached, { path: '/x', timeout: 100 })).rejects.toMatchObject({ code: 'gateway_timeout' });

    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it.each(answersOfEdge)('fails like an unreachable agent when the edge responds: %s', async (_, reply) => {
    agent.reply = () => reply;
    const reached = await agentOf(add(), running(), deps().keys);

    const code = reply.status === 504 ? 'gateway_timeout' : 'bad_gateway';
    await expect(askAgent(reached, { path: '/x' })).rejects.toMatchObject({ code });
  });

  it.each([
    [403, 'malformed_request'],
    [404, 'not_found'],
    [409, 'conflict'],
    [422, 'malformed_request'],
    [503, 'bad_gateway'],
    [504, 'gateway_timeout'],
  ])('repeats a refusal of the agent itself with %i', async (status, code) => {
    agent.reply = () => ({ status, body: { detail: 'its own words' } });
    const reached = await agentOf(add(), running(), deps().keys);

    await expect(askAgent(reached, { path: '/x' })).rejects.toMatchObject({
      code,
      message: `The agent returned ${status}: its own words`,
    });
  });

  it('does not repeat the message of the edge, which is for other clients', async () => {
    const reached = await agentOf(add(), running(), deps().keys);
    const messages = [];
    for (const reply of [refusalOfEdge('sandbox_moved'), errorPage(504)]) {
      agent.reply = () => reply;
      messages.push(await askAgent(reached, { path: '/x' }).catch((error: Error) => error.message));
    }

    expect(messages).toEqual([
      'The agent could not be reached, or closed the connection.',
      'The agent did not respond in time.',
    ]);
  });

  it('leaves undefined values out of its query, and sends bytes unchanged', async () => {
    const reached = await agentOf(add(), running(), deps().keys);
    const body = new TextEncoder().encode('{"a": 1}');

    await call(reached, {
      method: 'POST',
      path: '/x',
      query: { a: '1 &2', b: undefined },
      bytes: { type: 'a/b', body },
    });

    const [request] = agent.requests;
    expect([...(request?.query ?? [])]).toEqual([['a', '1 &2']]);
    expect([request?.headers['content-type'], request?.body]).toEqual(['a/b', '{"a": 1}']);
  });
});
