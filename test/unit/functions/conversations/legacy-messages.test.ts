import { beforeEach, describe, expect, it } from 'vitest';
import { postEvent } from '../../../../functions/conversations/post-event.ts';
import { postMessage } from '../../../../functions/conversations/post-message.ts';
import { useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import { expectHiddenFromOtherOwners } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, addIn, running } = await useConversationScene();

let id: string;
beforeEach(async () => {
  id = (await addIn(running())).conversation_id;
});
const say = (body: unknown) => invoke(postMessage, deps(), { params: { conversation_id: id }, body });
const event = (body: unknown) => invoke(postEvent, deps(), { params: { conversation_id: id }, body });
const told = () => agent.requests.map(({ path, body }) => [path.replace(`/api/conversations/${id}`, ''), body]);
const text = (one: string) => ({ type: 'text', text: one, cache_prompt: false });

describe('POST message', () => {
  it('sends the message to the agent, with a run', async () => {
    const { status, body } = await say({ message: 'Hi' });

    expect([status, body]).toEqual([200, { success: true }]);
    expect(told()).toEqual([['/events', { role: 'user', content: [text('Hi')], run: true }]]);
  });

  it.each([[{}], [{ message: '' }], [{ message: 7 }]])('refuses %j', async (body) => {
    expect((await say(body)).status).toBe(422);
  });

  it('explains what to do when the sandbox does not run', async () => {
    id = (await addIn(aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }))).conversation_id;

    const { status, body } = await say({ message: 'Hi' });

    expect([status, body.message]).toEqual([409, expect.stringContaining('/resume')]);
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
  ])('refuses %j without a call of the agent', async (body) => {
    const answer = await event(body);

    expect([answer.status, answer.body.code]).toEqual([400, 'malformed_request']);
    expect(agent.requests).toEqual([]);
  });

  it('and messages reach no agent of another owner', async () => {
    const request = (one: string) => ({
      params: { conversation_id: one },
      body: { message: 'Hi', source: 'user', content: 'Hi' },
    });
    await expectHiddenFromOtherOwners((given) => invoke(postEvent, deps(), given), id, request);
    await expectHiddenFromOtherOwners((given) => invoke(postMessage, deps(), given), id, request);
    expect(agent.requests).toEqual([]);
  });
});
