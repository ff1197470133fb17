import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelInterface } from '../../../../shared/domain/broker/calls/model-call.ts';
import { BrokerScene, PROVIDER_KEY } from '../../../support/broker/broker-scene.ts';
import { calls, says } from '../../../support/models/model-script.ts';
import { type ScriptedModel, startScriptedModel } from '../../../support/models/scripted-model.ts';

let model: ScriptedModel;
let scene: BrokerScene;

beforeEach(async () => {
  model = await startScriptedModel({ key: PROVIDER_KEY });
  scene = new BrokerScene(model.url);
});

afterEach(() => model.close());

const bodies: Readonly<Record<ModelInterface, object>> = {
  chat_completions: { model: 'ignored', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 50 },
  responses: { model: 'ignored', input: 'Hi', max_output_tokens: 50 },
  embeddings: { model: 'ignored', input: ['Hi'] },
  messages: { model: 'ignored', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 50 },
};

const tokens = { input: 7, cacheRead: 5, cacheWrite: 0, output: 3 };
const talking = ['chat_completions', 'responses', 'messages'] as const;

describe('an answer of a model', () => {
  it.each(talking)('passes as it is, and its tokens are recorded (%s)', async (kind) => {
    model.next(says('Hello there', { tokens }));

    const answer = await scene.ask(kind, bodies[kind]);

    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Hello there');
    expect(model.requests[0]?.body).toEqual({ ...bodies[kind], model: 'scripted-model' });
    expect(scene.calls.opened).toMatchObject([{ interface: kind, outputTokensAtMost: 50 }]);
    expect(scene.calls.closed).toEqual([{ status: 200, tokens, wasSent: true, wasAbandoned: false }]);
  });

  it('has embeddings', async () => {
    model.next(says('', { tokens: { input: 7 } }));

    const answer = await scene.ask('embeddings', bodies.embeddings);

    expect(answer.body.data[0].embedding).toHaveLength(3);
    expect(scene.calls.closed).toMatchObject([{ tokens: { input: 7, cacheRead: 0, cacheWrite: 0, output: 0 } }]);
  });

  it.each(talking)('is streamed, with its tokens (%s)', async (kind) => {
    model.next(says('Hello there, I am a model', { tokens }));

    const answer = await scene.ask(kind, { ...bodies[kind], stream: true });

    expect(answer.headers['Content-Type']).toContain('text/event-stream');
    expect(answer.text).toContain('Hello');
    expect(scene.calls.closed).toEqual([{ status: 200, tokens, wasSent: true, wasAbandoned: false }]);
  });

  it.each(talking)('has calls of tools (%s)', async (kind) => {
    model.next(calls({ name: 'run', arguments: { command: 'ls' } }));

    const answer = await scene.ask(kind, { ...bodies[kind], stream: true });

    expect(answer.text).toContain('"name":"run"');
    expect(scene.calls.closed).toHaveLength(1);
  });

  it('is streamed without the usage for which only the broker asked', async () => {
    const answer = await scene.ask('chat_completions', { ...bodies.chat_completions, stream: true });

    expect(model.requests[0]?.body.stream_options).toEqual({ include_usage: true });
    expect(answer.text).not.toContain('prompt_tokens');
    expect(answer.text).toContain('[DONE]');
  });

  it('is streamed with the usage for which the agent asked', async () => {
    const asked = { ...bodies.chat_completions, stream: true, stream_options: { include_usage: true } };

    const answer = await scene.ask('chat_completions', asked);

    expect(answer.text).toContain('prompt_tokens');
  });
});
