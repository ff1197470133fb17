import { describe, expect, it } from 'vitest';
import { useConversationScene } from '../../../../support/conversations/record/conversation-scene.ts';
import { errorPage, refusalOfEdge } from '../../../../support/http/edge-answers.ts';
import type { AgentReply } from '../../../../support/http/http-agent.ts';

const { agent, deps, add, addIn, running, search, get } = await useConversationScene();

describe('live status', () => {
  it('is requested once for each sandbox, with its session key', async () => {
    const sandbox = running();
    const first = await addIn(sandbox);
    const second = add({ sandbox_id: sandbox.sandbox_id });
    agent.reply = ({ query }) => ({
      body: query
        .getAll('ids')
        .map((id) => ({ id, execution_status: id === first.conversation_id ? 'idle' : 'paused' })),
    });

    const { body } = await search();

    const statuses = body.items.map((item: Record<string, unknown>) => [item.id, item.execution_status]);
    expect(new Map(statuses)).toEqual(
      new Map([
        [first.conversation_id, 'idle'],
        [second.conversation_id, 'paused'],
      ]),
    );
    expect(agent.requests).toHaveLength(1);
    expect(agent.requests[0]?.headers['x-session-api-key']).toBe(await deps().keys.sessionKey(sandbox));
  });

  it.each<[string, AgentReply | undefined]>([
    ['breaks the connection', undefined],
    ['fails', { status: 500 }],
    ['refuses', { status: 401 }],
    ['answers with HTML', { body: '<html>' }],
    ['is behind an edge that refuses', refusalOfEdge('sandbox_moved')],
    ['is behind an edge that cannot reach it', errorPage(502)],
    ['knows nothing', { body: [null] }],
    ['answers an unknown word', { body: [{ id: 'x', execution_status: 'dancing' }] }],
  ])('is unknown when the agent %s', async (_, reply) => {
    const { conversation_id: id } = await addIn(running());
    agent.reply = () => reply;

    const { status, body } = await get(id);

    expect([status, body.execution_status, body.sandbox_status]).toEqual([200, null, 'RUNNING']);
  });

  it.each<[string, AgentReply | undefined, boolean]>([
    ['does not have', { body: [null] }, false],
    ['says nothing of', { status: 500 }, true],
    ['cannot be asked about', refusalOfEdge('not_found'), true],
    ['answers too little about', { body: [] }, true],
  ])('calls the agent unless the request %s the conversation', async (_, reply, leads) => {
    const { conversation_id: id } = await addIn(running());
    agent.reply = () => reply;

    const { body } = await get(id);

    expect([body.conversation_url !== null, body.session_api_key !== null]).toEqual([leads, leads]);
  });

  it("is requested in batches of the agent's size for a full page in one sandbox", async () => {
    const sandbox = running();
    await addIn(sandbox);
    for (let count = 0; count < 99; count += 1) add({ sandbox_id: sandbox.sandbox_id });
    agent.reply = ({ query }) =>
      query.getAll('ids').length > 99
        ? { status: 400 }
        : { body: query.getAll('ids').map((id) => ({ id, execution_status: 'idle' })) };

    const { body } = await search({ limit: 100 });

    const known = body.items.filter((item: Record<string, unknown>) => item.execution_status === 'idle');
    expect(known).toHaveLength(100);
  });
});
