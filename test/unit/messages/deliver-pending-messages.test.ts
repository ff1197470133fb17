import { beforeEach, describe, expect, it } from 'vitest';
import { VersionConflictError } from '../../../shared/errors.ts';
import { DeliveryUnderWayError, deliverPendingMessages } from '../../../shared/messages/deliver-pending-messages.ts';
import { newPendingMessage } from '../../../shared/messages/pending-message.ts';
import { useConversationScene } from '../../support/conversation-scene.ts';
import type { AgentRequest } from '../../support/http-agent.ts';
import { MemoryPendingMessages } from '../../support/memory-pending-messages.ts';
import { aSandbox } from '../../support/sandbox-data.ts';

const { agent, deps, addIn, running } = await useConversationScene();

let messages: MemoryPendingMessages;
let id: string;
/** What the agent has got, as its event search shows it. */
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
const texts = () => heard.map(({ text }) => text);
const left = async () => (await messages.list('ann', id)).length;

describe('the delivery of what waits', () => {
  it('brings everything in its order, and the agent is to answer', async () => {
    for (const text of ['a', 'b', 'c']) await say(text);

    await deliver();

    expect([texts(), await left()]).toEqual([['a', 'b', 'c'], 0]);
    expect(agent.requests.every(({ body }) => body.run)).toBe(true);
  });

  it('has nothing to do where nothing waits', async () => {
    await deliver();

    expect(agent.requests).toEqual([]);
  });

  it('of two at once lets one do it', async () => {
    for (const text of ['a', 'b', 'c']) await say(text);

    const outcomes = await Promise.allSettled([deliver(), deliver()]);

    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures.every((e) => e instanceof DeliveryUnderWayError || e instanceof VersionConflictError)).toBe(true);
    expect([texts(), await left()]).toEqual([['a', 'b', 'c'], 0]);
  });

  it('goes on after a death before the message was sent', async () => {
    await say('a');
    const [message] = await messages.list('ann', id);
    if (message) await messages.markSent(message, deps().now().toISOString());
    await expect(deliver()).rejects.toThrow(DeliveryUnderWayError);

    deps().clock.advance(60);
    await deliver();

    expect([texts(), await left()]).toEqual([['a'], 0]);
  });

  it('sends nothing twice after a death between the sending and the writing down', async () => {
    await say('a');
    await say('b');
    agent.reply = (request) => {
      listen(request);
      return undefined;
    };
    await expect(deliver()).rejects.toMatchObject({ code: 'bad_gateway' });
    agent.reply = listen;

    deps().clock.advance(60);
    await deliver();

    expect([texts(), await left()]).toEqual([['a', 'b'], 0]);
  });

  it('does not take what was said long ago for what it sent', async () => {
    heard = [{ text: 'a', at: '2026-11-21T09:00:00' }];
    await say('a');
    agent.reply = () => undefined;
    await expect(deliver()).rejects.toThrow();
    agent.reply = listen;

    deps().clock.advance(60);
    await deliver();

    expect(texts()).toEqual(['a', 'a']);
  });

  it.each([404, 500, 503])('keeps what the agent does not take for now (%i)', async (status) => {
    await say('a');
    agent.reply = () => ({ status });

    await expect(deliver()).rejects.toThrow();

    expect(await left()).toBe(1);
  });

  it('lets what the agent refuses for good not stop what comes after it', async () => {
    await say('bad');
    await say('good');
    agent.reply = (request) => (request.body.content?.[0].text === 'bad' ? { status: 422 } : listen(request));

    await deliver();

    expect([texts(), await left()]).toEqual([['good'], 0]);
  });

  it('keeps everything while the sandbox does not run', async () => {
    id = (await addIn(aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }))).conversation_id;
    await say('a');

    await expect(deliver()).rejects.toMatchObject({ code: 'conflict' });

    expect(await left()).toBe(1);
  });

  it('drops what was said to a conversation that was deleted', async () => {
    await say('a');
    deps().conversations.rows.clear();

    await deliver();

    expect([await left(), agent.requests]).toEqual([0, []]);
  });
});
