import { beforeEach, describe, expect, it } from 'vitest';
import {
  DeliveryUnderWayError,
  deliverPendingMessages,
} from '../../../../../shared/domain/conversations/messages/deliver-pending-messages.ts';
import { newPendingMessage } from '../../../../../shared/domain/conversations/messages/pending-messages.ts';
import { VersionConflictError } from '../../../../../shared/platform/errors.ts';
import { MemoryPendingMessages } from '../../../../support/conversations/messages/memory-pending-messages.ts';
import { useConversationScene } from '../../../../support/conversations/record/conversation-scene.ts';
import { answersOfEdge, errorPage } from '../../../../support/http/edge-answers.ts';
import type { AgentReply, AgentRequest } from '../../../../support/http/http-agent.ts';
import { aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, addIn, running } = await useConversationScene();

let messages: MemoryPendingMessages;
let id: string;
let heard: { text: string; at: string }[];
beforeEach(async () => {
  messages = new MemoryPendingMessages(deps().now);
  id = (await addIn(running())).conversation_id;
  heard = [];
  agent.reply = listen;
});

function listen({ method, body }: AgentRequest) {
  if (method === 'GET') return { body: { items: heard.toReversed().map(eventOf) } };
  heard.push({ text: body.content[0].text, at: deps().now().toISOString().slice(0, -1) });
  return { body: { success: true } };
}

const eventOf = ({ text, at }: { text: string; at: string }) => ({
  timestamp: at,
  llm_message: { role: 'user', content: [{ type: 'text', text, cache_prompt: false, extra: null }] },
});

const say = (text: string) =>
  messages.add('ann', id, newPendingMessage([{ type: 'text', text, cache_prompt: false }], deps().now()));
const deliver = () => deliverPendingMessages('ann', id, { ...deps(), messages });
const deliverLater = async () => {
  agent.reply = listen;
  deps().clock.advance(60);
  await deliver();
};
const texts = () => heard.map(({ text }) => text);
const waiting = async () => (await messages.list('ann', id)).length;

describe('deliverPendingMessages', () => {
  it('delivers all messages in order, with a run of the agent', async () => {
    for (const text of ['a', 'b', 'c']) await say(text);

    await deliver();

    expect([texts(), await waiting()]).toEqual([['a', 'b', 'c'], 0]);
    expect(agent.requests.every(({ body }) => body.run)).toBe(true);
  });

  it('does nothing for an empty queue', async () => {
    await deliver();

    expect(agent.requests).toEqual([]);
  });

  it('delivers once when two workers run concurrently', async () => {
    for (const text of ['a', 'b', 'c']) await say(text);

    const outcomes = await Promise.allSettled([deliver(), deliver()]);

    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures.every((e) => e instanceof DeliveryUnderWayError || e instanceof VersionConflictError)).toBe(true);
    expect([texts(), await waiting()]).toEqual([['a', 'b', 'c'], 0]);
  });

  it('continues after a worker died before it sent a message', async () => {
    await say('a');
    const [message] = await messages.list('ann', id);
    if (message) await messages.markSent(message, deps().now().toISOString());
    await expect(deliver()).rejects.toThrow(DeliveryUnderWayError);

    deps().clock.advance(60);
    await deliver();

    expect([texts(), await waiting()]).toEqual([['a'], 0]);
  });

  it.each<[string, AgentReply | undefined]>([
    ['the connection breaks', undefined],
    ['the edge returns 502', errorPage(502)],
    ['the edge returns 504', errorPage(504)],
  ])('sends no message twice when the agent received it and then %s', async (_, reply) => {
    for (const text of ['a', 'b']) await say(text);
    agent.reply = (request) => {
      listen(request);
      return reply;
    };
    await expect(deliver()).rejects.toThrow();

    await deliverLater();

    expect([texts(), await waiting()]).toEqual([['a', 'b'], 0]);
  });

  it.each(answersOfEdge)('keeps messages that the edge refuses, and delivers each once later: %s', async (_, reply) => {
    await say('a');
    agent.reply = () => reply;
    await expect(deliver()).rejects.toThrow();
    deps().clock.advance(60);
    await expect(deliver()).rejects.toThrow();

    await deliverLater();

    expect([texts(), await waiting()]).toEqual([['a'], 0]);
  });

  it('does not mistake an old event with the same text for the sent message', async () => {
    heard = [{ text: 'a', at: '2026-11-21T09:00:00' }];
    await say('a');
    agent.reply = () => undefined;
    await expect(deliver()).rejects.toThrow();

    await deliverLater();

    expect(texts()).toEqual(['a', 'a']);
  });

  it.each([404, 500, 503])('keeps messages that the agent rejects temporarily (%i)', async (status) => {
    await say('a');
    agent.reply = () => ({ status });

    await expect(deliver()).rejects.toThrow();

    expect(await waiting()).toBe(1);
  });

  it('delivers later messages after the agent rejects one permanently', async () => {
    await say('bad');
    await say('good');
    agent.reply = (request) => (request.body.content?.[0].text === 'bad' ? { status: 422 } : listen(request));

    await deliver();

    expect([texts(), await waiting()]).toEqual([['good'], 0]);
  });

  it('keeps all messages while the sandbox does not run', async () => {
    id = (await addIn(aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }))).conversation_id;
    await say('a');

    await expect(deliver()).rejects.toMatchObject({ code: 'conflict' });

    expect(await waiting()).toBe(1);
  });

  it('drops the messages of a deleted conversation', async () => {
    await say('a');
    deps().conversations.rows.clear();

    await deliver();

    expect([await waiting(), agent.requests]).toEqual([0, []]);
  });
});
