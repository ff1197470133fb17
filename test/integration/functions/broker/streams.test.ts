import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { relayLimits } from '../../../../shared/domain/broker/relay/time-limits.ts';
import type { StreamedAnswer } from '../../../../shared/http/serve/serve-stream.ts';
import { BrokerScene } from '../../../support/broker/broker-scene.ts';
import { fails, type Step, says, sends } from '../../../support/models/model-script.ts';
import { type ScriptedModel, startScriptedModel } from '../../../support/models/scripted-model.ts';

let model: ScriptedModel;
let scene: BrokerScene;

beforeEach(async () => {
  model = await startScriptedModel();
  scene = new BrokerScene(model.url);
});

afterEach(() => model.close());

const chat = { messages: [{ role: 'user', content: 'Hi' }] };
const streamed = { ...chat, stream: true };
const tokens = { input: 7, cacheRead: 0, cacheWrite: 0, output: 3 };
const held = (step: Step) => {
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  return { release, step: { kind: 'wait', until, step } as const };
};

function readerOf({ pieces }: StreamedAnswer) {
  const iterator = pieces[Symbol.asyncIterator]();
  return {
    next: async () => {
      const { done, value } = await iterator.next();
      return done ? undefined : Buffer.from(value).toString('utf8');
    },
    rest: async () => {
      let text = '';
      for (let next = await iterator.next(); !next.done; next = await iterator.next())
        text += Buffer.from(next.value).toString('utf8');
      return text;
    },
    leave: () => iterator.return?.(),
  };
}

describe('a stream', () => {
  it('arrives piece by piece, before the model has finished', async () => {
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    model.next(says('Hello there', { hold: { before: 2, until } }));

    const reader = readerOf(await scene.begin('chat_completions', streamed));
    let text = '';
    while (!text.includes('Hello')) text += await reader.next();
    expect(text).not.toContain('[DONE]');
    release();

    expect(await reader.rest()).toContain('[DONE]');
  });

  it('is read to its end when its agent goes away, and is charged', async () => {
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    model.next(says('Hello there', { tokens, hold: { before: 2, until } }));

    const reader = readerOf(await scene.begin('messages', streamed));
    await reader.next();
    const left = reader.leave();
    release();
    await left;

    expect(scene.calls.closed).toEqual([{ status: 200, tokens, wasSent: true, wasAbandoned: true }]);
    expect(model.requests[0]?.wasCutOff).toBe(false);
  });

  it('is read to its end when its agent goes away before the first byte', async () => {
    const event = `data: ${'x'.repeat(64 * 1024)}\n\n`;
    const usage = 'data: {"usage":{"prompt_tokens":7,"completion_tokens":3}}\n\n';
    const pieces = [...Array.from({ length: 20 }, () => event), usage];
    model.next(sends({ headers: { 'content-type': 'text/event-stream' }, pieces }));

    // More than what is kept for a slow agent. Nobody has asked for a piece when the connection closes.
    await readerOf(await scene.begin('chat_completions', streamed)).leave();

    expect(scene.calls.closed).toEqual([{ status: 200, tokens, wasSent: true, wasAbandoned: true }]);
  });

  it('whose agent went away ends at the time limit, with unknown tokens', async () => {
    scene.limits = { ...relayLimits, total: 100 };
    model.next(says('Hello there', { hold: { before: 2, until: new Promise(() => undefined) } }));

    const reader = readerOf(await scene.begin('messages', streamed));
    await reader.next();
    await reader.leave();

    expect(scene.calls.closed).toEqual([{ status: 200, tokens: null, wasSent: true, wasAbandoned: true }]);
    await expect.poll(() => model.requests[0]?.wasCutOff).toBe(true);
  });

  it('that exceeds the time limit ends with an event of ours', async () => {
    scene.limits = { ...relayLimits, total: 200 };
    model.next(says('Hello there', { hold: { before: 2, until: new Promise(() => undefined) } }));

    const { text } = await scene.ask('messages', streamed);

    expect(text).toMatch(/event: error\ndata: \{"type":"error".*"code":"gateway_timeout".*\}\n\n$/);
  });

  it('that is silent for too long ends with an event of ours', async () => {
    scene.limits = { ...relayLimits, idle: 50 };
    model.next(says('Hello there', { hold: { before: 2, until: new Promise(() => undefined) } }));

    const { text } = await scene.ask('chat_completions', streamed);

    expect(text).toContain('"message":"The model provider was silent for 0.05 seconds."');
    expect(scene.calls.closed).toMatchObject([{ status: 200, tokens: null }]);
  });

  it('waits for a slow agent instead of being held in memory', async () => {
    const event = `data: ${'x'.repeat(64 * 1024)}\n\n`;
    let sent = 0;
    const pieces = Array.from({ length: 400 }, () => event);
    model.next(sends({ headers: { 'content-type': 'text/event-stream' }, pieces }));
    model.follow(() => says('unused'));

    const answer = await scene.begin('responses', streamed);
    const reader = readerOf(answer);
    const before = process.memoryUsage().arrayBuffers;
    await reader.next();
    // The model cannot end its answer of 25 MB while the agent reads nothing.
    await new Promise((resolve) => setImmediate(resolve));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
    sent = (await reader.rest()).length;

    expect(sent).toBeGreaterThan(399 * event.length - 1);
    expect(scene.calls.closed).toHaveLength(1);
  });

  it('is closed once, also if the call cannot be closed', async () => {
    scene.calls.closeFailure = new Error('the table is busy');

    const { status } = await scene.ask('chat_completions', streamed);

    expect(status).toBe(200);
    expect(scene.calls.closed).toHaveLength(1);
  });
});

describe('a model that thinks for long', () => {
  beforeEach(() => {
    scene.limits = { ...relayLimits, keepAlive: 20 };
  });

  it('sends spaces before a whole answer, so that nothing closes the connection', async () => {
    const { step, release } = held(says('Hello', { tokens }));
    model.next(step);

    const answer = await scene.begin('chat_completions', chat);
    const reader = readerOf(answer);
    const signs = [await reader.next(), await reader.next()];
    release();
    const text = await reader.rest();

    expect(answer.head.statusCode).toBe(200);
    expect(signs).toEqual(['\n', '\n']);
    expect(JSON.parse(text).choices[0].message.content).toBe('Hello');
    expect(scene.calls.closed).toMatchObject([{ tokens }]);
  });

  it('sends comments before and between the events of a stream', async () => {
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    const first = held(says('Hello there', { tokens, hold: { before: 2, until } }));
    model.next(first.step);

    const reader = readerOf(await scene.begin('messages', streamed));
    expect(await reader.next()).toBe(': keep-alive\n\n');
    first.release();
    let text = '';
    while (!/message_start[\s\S]*: keep-alive\n\n$/.test(text)) text += await reader.next();
    release();

    expect(await reader.rest()).toContain('message_stop');
    expect(scene.calls.closed).toMatchObject([{ tokens }]);
  });

  it.each([
    ['a whole answer', chat, /^\n+\{"error":\{"message":"Overloaded".*\}$/],
    ['a stream', streamed, /^(: keep-alive\n\n)+event: error\ndata: \{"error":\{"message":"Overloaded".*\}\n\n$/],
  ])('returns a late error of the provider as a part of %s', async (_, body, expected) => {
    const { step, release } = held(fails(503, 'Overloaded'));
    model.next(step);

    const answer = await scene.begin('chat_completions', body);
    const reader = readerOf(answer);
    const begun = await reader.next();
    release();

    expect(`${begun}${await reader.rest()}`).toMatch(expected);
    expect(scene.calls.closed).toMatchObject([{ status: 503, tokens: null }]);
  });

  it('returns a late failure of ours as a part of the answer', async () => {
    scene.limits = { ...relayLimits, keepAlive: 20, firstByte: 200 };
    model.next(held(says('never')).step);

    const { text } = await scene.ask('chat_completions', chat);

    expect(JSON.parse(text)).toMatchObject({ status: 504, code: 'gateway_timeout' });
  });
});
