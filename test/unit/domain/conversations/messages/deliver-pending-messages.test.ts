import { beforeEach, describe, expect, it } from 'vitest';
import { deliverPendingMessages } from '../../../../../shared/domain/conversations/messages/deliver-pending-messages.ts';
import { newPendingMessage, stateOf } from '../../../../../shared/domain/conversations/messages/pending-messages.ts';
import { ModelAgent } from '../../../../support/conversations/messages/model-agent.ts';
import { useConversationScene } from '../../../../support/conversations/record/conversation-scene.ts';
import { answersOfEdge } from '../../../../support/http/edge-answers.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, addIn, running } = await useConversationScene();

let id: string;
let model: ModelAgent;
beforeEach(async () => {
  id = (await addIn(running())).conversation_id;
  model = new ModelAgent();
  agent.reply = model.reply;
});

const say = (text: string) =>
  deps().messages.add('ann', id, newPendingMessage([{ type: 'text', text, cache_prompt: false }], deps().now()));
const deliver = () => deliverPendingMessages('ann', id, deps());
const states = async () => (await deps().messages.list('ann', id)).map(stateOf);

describe('deliverPendingMessages', () => {
  it('delivers all messages in order, with a run of the agent', async () => {
    for (const text of ['a', 'b', 'c']) await say(text);

    expect(await deliver()).toBe('done');

    expect([model.texts, await states()]).toEqual([['a', 'b', 'c'], []]);
    const posts = agent.requests.filter(({ method }) => method === 'POST');
    expect(posts.every(({ body }) => body.run)).toBe(true);
  });

  it('does nothing for an empty queue', async () => {
    expect([await deliver(), agent.requests]).toEqual(['done', []]);
  });

  it('sends no message to an agent that cannot be reached', async () => {
    await say('a');
    const nowhere = { name: 'AGENT_SERVER', port: 8000, url: 'http://127.0.0.1:9' } as const;
    id = (await addIn({ ...running(), exposed_urls: [nowhere], agent_url: nowhere.url })).conversation_id;
    await say('b');

    expect(await deliver()).toBe('later');

    expect(await states()).toEqual(['queued']);
  });

  it.each(answersOfEdge)('never repeats what the edge may have passed on: %s', async (_, reply) => {
    await say('a');
    agent.reply = (request) => (request.method === 'POST' ? reply : model.reply(request));

    expect(await deliver()).toBe('later');

    const isRefused = Object.keys(reply.headers ?? {}).includes('x-sandbox-edge');
    expect(await states()).toEqual([isRefused ? 'queued' : 'handed_over']);
    agent.reply = model.reply;
    deps().clock.advance(200);
    expect(await deliver()).toBe('done');
    expect([model.texts, await states()]).toEqual(isRefused ? [['a'], []] : [[], ['not_delivered']]);
  });

  it.each([401, 404, 409])('keeps messages that the agent cannot take now (%i)', async (status) => {
    await say('a');
    agent.reply = (request) => (request.method === 'POST' ? { status } : model.reply(request));

    expect([await deliver(), await states()]).toEqual(['later', ['queued']]);
  });

  it('delivers later messages after the agent refuses one', async () => {
    await say('bad');
    await say('good');
    agent.reply = (request) => (request.body.content?.[0].text === 'bad' ? { status: 422 } : model.reply(request));

    await deliver();

    expect([model.texts, await states()]).toEqual([['good'], ['not_delivered']]);
  });

  it('shows at most ten messages that were not delivered', async () => {
    agent.reply = (request) => (request.method === 'POST' ? { status: 422 } : model.reply(request));
    for (let count = 0; count < 12; count += 1) {
      await say(String(count));
      await deliver();
    }

    expect(await states()).toHaveLength(10);
  });

  it('keeps all messages while the sandbox does not run', async () => {
    id = (await addIn(aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }))).conversation_id;
    await say('a');

    expect([await deliver(), await states()]).toEqual(['later', ['queued']]);
  });

  it('drops the messages of a deleted conversation', async () => {
    await say('a');
    deps().conversations.rows.clear();

    await deliver();

    expect([await states(), agent.requests]).toEqual([[], []]);
  });
});
