import { afterAll, describe, expect, it } from 'vitest';
import {
  answersOf,
  askAgent,
  reached,
  type StartedConversation,
  startConversation,
  waitForAnswer,
  waitForSandbox,
} from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { knock, processesOf, waitUntilNothingRunsOf } from '../../support/service/sandboxes.ts';
import { EventSocket } from '../support/event-socket.ts';

const isLocal = service().stateDirectory !== null;

const owner = await newOwner();
let conversation: StartedConversation;
let resumed: StartedConversation;
let socket: EventSocket | undefined;
let eventsBefore: readonly { readonly id: string }[];

afterAll(() => socket?.end());

const view = async () => (await owner.api.get(`/api/v1/app-conversations/${conversation.id}`)).body;
const events = async (at: StartedConversation) => (await askAgent(at, '/events/search?limit=100')).body.items;

/** One conversation from its start to its deletion. Each step continues from the previous one. */
describe('the journey of a conversation', () => {
  it('its agent answers the first message of the start', async () => {
    conversation = await startConversation(owner.api, {
      initial_message: { content: [{ type: 'text', text: 'first' }] },
    });

    expect(await waitForAnswer(conversation)).toMatch(/^You said: first\nMessage: 1\n/);
    expect(await view()).toMatchObject({ sandbox_status: 'RUNNING', session_api_key: conversation.sessionKey });
  });

  it('its agent answers a message that is sent over REST', async () => {
    const said = await askAgent(conversation, '/events', 'second');

    expect(said.status).toBe(200);
    expect(await waitForAnswer(conversation, 2)).toMatch(/^You said: second\nMessage: 2\n/);
    expect((await askAgent(conversation, '/events/count')).body).toBeGreaterThanOrEqual(4);
  });

  it('a WebSocket resends the past events, then delivers the answer to a new message', async () => {
    socket = new EventSocket(conversation.url, { session_api_key: conversation.sessionKey, resend_mode: 'all' });
    await socket.waitForFrame('the full state', ({ key }) => key === 'full_state');
    await socket.waitForAnswer('second');

    await socket.say('third');

    await socket.waitForAnswer('third');
    await socket.waitForFrame(
      'the end of the run',
      ({ key, value }) => key === 'execution_status' && value === 'finished',
    );
    const wrong = new EventSocket(conversation.url, { session_api_key: 'wrong' });
    expect(await wrong.waitForRefusal()).toBe(403);
    expect(wrong.frames).toEqual([]);
    wrong.end();
  });

  it('its view shows whether its agent runs or is paused', async () => {
    await askAgent(conversation, '/events', '/wait 3000');
    await eventually('it reads running', async () => (await view()).execution_status === 'running');

    await fetch(`${conversation.url}/pause`, {
      method: 'POST',
      headers: { 'X-Session-API-Key': conversation.sessionKey },
    });

    await eventually('it reads paused', async () => (await view()).execution_status === 'paused');
  });

  it('a pause of its sandbox ends its agent, and its view shows neither key nor URL', async () => {
    eventsBefore = await events(conversation);

    expect((await owner.api.post(`/api/v1/sandboxes/${conversation.sandboxId}/pause`)).body).toEqual({ success: true });

    expect(await view()).toMatchObject({
      sandbox_status: 'PAUSED',
      execution_status: 'paused',
      conversation_url: null,
      session_api_key: null,
    });
    await eventually('the agent is gone', async () => (await knock(conversation.url, 'another key')) === 'no agent');
    expect(await socket?.waitForClose()).toBeGreaterThanOrEqual(1000);
    if (isLocal) await waitUntilNothingRunsOf(conversation.sandboxId);
  });

  it('a resume of its sandbox brings back all events, under the same session key', async () => {
    expect((await owner.api.post(`/api/v1/sandboxes/${conversation.sandboxId}/resume`)).body).toEqual({
      success: true,
    });
    await waitForSandbox(owner.api, conversation.sandboxId, 'RUNNING');
    resumed = await reached(owner.api, conversation.id);

    expect(resumed.sessionKey).toBe(conversation.sessionKey);
    expect(await knock(resumed.url, 'another key')).toBe(401);
    const eventsAfter = await events(resumed);
    expect(eventsAfter.slice(0, eventsBefore.length)).toEqual(eventsBefore);
    expect((await answersOf(resumed)).map((text) => text.split('\n')[0])).toEqual([
      'You said: first',
      'You said: second',
      'You said: third',
    ]);
    expect((await view()).title).toMatch(/\S/);
  });

  it('its agent continues the interrupted run after a resume', async () => {
    await askAgent(resumed, '/events', 'after the pause');

    // The agent first continues the interrupted message, and the test ends before it responds.
    await eventually('it works again', async () => (await view()).execution_status === 'running');
    const again = new EventSocket(resumed.url, { session_api_key: resumed.sessionKey });
    await again.waitForFrame('the full state', ({ key }) => key === 'full_state');
    again.end();
  });

  it('a deletion of its sandbox leaves no process, and the conversation can still be read', async () => {
    const left = isLocal ? await processesOf(conversation.sandboxId) : [];
    if (isLocal) expect(left.length).toBeGreaterThan(0);

    expect((await owner.api.delete(`/api/v1/sandboxes/${conversation.sandboxId}`)).body).toEqual({ success: true });

    expectProblem(await owner.api.get(`/api/v1/sandboxes/${conversation.sandboxId}`), 404, 'not_found');
    await eventually('the agent is gone', async () => (await knock(resumed.url, resumed.sessionKey)) === 'no agent');
    if (isLocal) await waitUntilNothingRunsOf(conversation.sandboxId);
    expect(await view()).toMatchObject({
      id: conversation.id,
      sandbox_status: 'MISSING',
      conversation_url: null,
      session_api_key: null,
      execution_status: null,
    });
  });
});
