import { describe, expect, it } from 'vitest';
import { askAgent, reached, startConversation, waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';

const owner = await newOwner();
let conversation = await startConversation(owner.api);

const at = (rest: string) => `/api/conversations/${conversation.id}${rest}`;
const get = async (rest: string) => (await owner.api.get(at(rest))).body;
const post = (rest: string, body?: unknown) => owner.api.post(at(rest), body);

function waitUntilHeard(count: number) {
  return eventually(`the agent has received ${count} messages`, async () => {
    const { body } = await askAgent(conversation, '/events/count?kind=MessageEvent&source=user');
    return body === count;
  });
}

describe('a legacy conversation', () => {
  it('returns its sandbox, hosts and editor URL', async () => {
    expect(await get('/config')).toEqual({ runtime_id: conversation.sandboxId, session_id: conversation.id });
    const { hosts } = await get('/web-hosts');
    for (const host of Object.entries(hosts))
      expect(host).toEqual([expect.stringMatching(/^http/), expect.any(Number)]);
    const { vscode_url: url } = await get('/vscode-url');
    expect(url === null || url.startsWith('http')).toBe(true);
  });

  it('accepts messages and events', async () => {
    expect((await post('/message', { message: 'Hi' })).body).toMatchObject({ success: true, state: 'delivered' });
    expect((await post('/events', { action: 'message', args: { content: 'Again' } })).body).toEqual({ success: true });

    await waitUntilHeard(2);
    const state = { action: 'change_agent_state', args: { agent_state: 'paused' } };
    expect((await post('/events', state)).body).toEqual({ success: true });
    const refused = await post('/events', { action: 'run', args: { command: 'ls' } });
    expectProblem(refused, 400, 'malformed_request');
    expect(refused.body.message).toBe(refused.body.detail);
  });

  it('gets the message of another create of its id once', async () => {
    const body = { conversation_id: conversation.id, initial_user_msg: 'By a create' };

    const answers = [
      await owner.api.post('/api/conversations', body),
      await owner.api.post('/api/conversations', body),
    ];

    expect(answers.map(({ status, body: { conversation_id: id } }) => [status, id])).toEqual(
      answers.map(() => [200, conversation.id]),
    );
    await waitUntilHeard(3);
  });

  it('stops, and returns its previous status', async () => {
    const stopped = { status: 'ok', conversation_id: conversation.id };

    const answers = [await post('/stop'), await post('/stop')];

    expect(answers.map(({ body }) => body)).toEqual([
      { ...stopped, conversation_status: 'RUNNING', message: 'Conversation stopped successfully' },
      { ...stopped, conversation_status: 'STOPPED', message: 'Conversation was not running' },
    ]);
    expect(await get('')).toMatchObject({ status: 'STOPPED', url: null });
    expectProblem(await post('/message', { message: 'Hi' }), 409, 'conflict');
    expect(await get('/web-hosts')).toEqual({ hosts: {} });
    await waitForSandbox(owner.api, conversation.sandboxId, 'PAUSED');
  });

  it('starts again with its history, and a second start returns RUNNING', async () => {
    const started = await post('/start', { providers_set: null });

    expect([started.status, started.body]).toEqual([
      200,
      { status: 'ok', conversation_id: conversation.id, message: null, conversation_status: 'STARTING' },
    ]);
    await waitForSandbox(owner.api, conversation.sandboxId, 'RUNNING');
    expect((await post('/start', { providers_set: ['github'] })).body).toMatchObject({
      conversation_status: 'RUNNING',
    });
    conversation = await reached(owner.api, conversation.id);
    await waitUntilHeard(3);
  });

  it('starts in a new sandbox when its sandbox is deleted', async () => {
    await owner.api.delete(`/api/v1/sandboxes/${conversation.sandboxId}`);

    const started = await post('/start', {});

    expect([started.status, started.body.conversation_status]).toEqual([200, 'STARTING']);
    const again = await reached(owner.api, conversation.id);
    expect(again.sandboxId).not.toBe(conversation.sandboxId);
    await eventually('the agent knows it', async () => (await askAgent(again, '')).status === 200);
  });
});
