import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { relayLimits } from '../../../../shared/domain/broker/relay/time-limits.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { BrokerScene, PROVIDER_KEY } from '../../../support/broker/broker-scene.ts';
import { close, listen } from '../../../support/http/servers.ts';
import { startSilentServer } from '../../../support/http/silent-server.ts';
import { fails, isBusy, says, sends } from '../../../support/models/model-script.ts';
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
const message = { ...chat, max_tokens: 50 };
const refused = { tokens: null, wasSent: true, wasAbandoned: false };

describe('an error of the provider', () => {
  it.each(['chat_completions', 'messages'] as const)('passes with its rate headers (%s)', async (kind) => {
    model.next(isBusy());

    const { status, headers, body } = await scene.ask(kind, streamed);

    expect(status).toBe(429);
    expect(body.error.type).toBe('rate_limit_error');
    expect(headers).toMatchObject({
      'retry-after': '7',
      'x-ratelimit-remaining-requests': '0',
      'anthropic-ratelimit-requests-remaining': '0',
      'request-id': 'req_provider',
      'X-Provider-Request-Id': 'req_provider',
    });
    expect(headers).not.toHaveProperty('X-ACS-Error');
    expect(scene.calls.closed).toEqual([{ status: 429, ...refused }]);
  });

  it('passes with status 500', async () => {
    model.next(fails(500, 'The server had an error'));

    const { status, body } = await scene.ask('chat_completions', chat);

    expect([status, body.error.message]).toEqual([500, 'The server had an error']);
    expect(scene.calls.closed).toEqual([{ status: 500, ...refused }]);
  });

  it('shows nothing of the key that the provider refused', async () => {
    const strict = await startScriptedModel({ key: 'another-key' });
    const refusing = new BrokerScene(strict.url);

    const { status, text, headers } = await refusing.ask('chat_completions', chat);
    await strict.close();

    expect(status).toBe(401);
    expect(text).toContain('Incorrect API key provided: ***');
    expect(text + JSON.stringify(headers)).not.toContain(PROVIDER_KEY.slice(0, 7));
    expect(text + JSON.stringify(headers)).not.toContain(PROVIDER_KEY.slice(-4));
  });

  it('is a failure of ours if it is too long', async () => {
    model.next(sends({ status: 500, pieces: ['x'.repeat(300_000)] }));

    const { status, headers, body } = await scene.ask('chat_completions', chat);

    expect([status, body.code, headers['X-ACS-Error']]).toEqual([502, 'bad_gateway', 'bad_gateway']);
    expect(scene.calls.closed).toEqual([{ status: 500, ...refused }]);
  });
});

describe('a provider that does not answer as one', () => {
  it('that cannot be reached is a 502, and costs nothing', async () => {
    const gone = new BrokerScene('http://127.0.0.1:1/v1');
    const closed = createServer();
    const url = await listen(closed);
    await close(closed);
    const down = new BrokerScene(url);

    const { status, body } = await down.ask('messages', message);

    expect([status, body.code, body.type]).toEqual([502, 'bad_gateway', 'error']);
    expect(body.detail).toContain('refused the connection');
    expect(down.calls.closed).toEqual([{ status: null, tokens: null, wasSent: false, wasAbandoned: false }]);
    expect((await gone.ask('messages', message)).body.detail).toContain('the port must be 443, or at least 1024');
    expect(gone.calls.closed).toMatchObject([{ wasSent: false }]);
  });

  it('that is silent is a 504 with the time limit', async () => {
    const silent = await startSilentServer();
    const slow = new BrokerScene(silent.url);
    slow.limits = { ...relayLimits, firstByte: 50 };

    const { status, body } = await slow.ask('chat_completions', chat);
    await silent.close();

    expect([status, body.error.code, body.error.type]).toEqual([504, 'gateway_timeout', 'timeout_error']);
    expect(body.detail).toContain('sent no response within 0.05 seconds');
    expect(slow.calls.closed).toEqual([{ status: null, tokens: null, wasSent: true, wasAbandoned: false }]);
  });

  it.each([
    ['a page', { headers: { 'content-type': 'text/html' }, pieces: ['<html>'] }],
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:9/' }, pieces: [''] }],
  ])('that returns %s is a 502, and costs nothing', async (_, answer) => {
    model.next(sends(answer));

    const { status, body } = await scene.ask('chat_completions', chat);

    expect([status, body.code]).toEqual([502, 'bad_gateway']);
    expect(scene.calls.closed).toMatchObject([{ tokens: { input: 0, output: 0 } }]);
    expect(model.requests).toHaveLength(1);
  });

  it.each([
    ['compressed', { headers: { 'content-encoding': 'gzip' }, pieces: ['x'] }],
    ['as a plain text', { headers: { 'content-type': 'text/plain' }, pieces: ['{"usage":{}}'] }],
  ])('that returns an answer %s is a 502, and can have cost anything', async (_, answer) => {
    model.next(sends(answer));

    const { status, body } = await scene.ask('chat_completions', chat);

    expect([status, body.code]).toEqual([502, 'bad_gateway']);
    expect(scene.calls.closed).toEqual([{ status: 200, tokens: null, wasSent: true, wasAbandoned: false }]);
  });

  it('that returns late JSON for a stream is a failure of ours, and can have cost anything', async () => {
    scene.limits = { ...relayLimits, keepAlive: 20 };
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    const pieces = ['{"usage":{"prompt_tokens":7,"completion_tokens":3}}'];
    model.next({ kind: 'wait', until, step: sends({ pieces }) });

    const answer = await scene.begin('chat_completions', streamed);
    release();
    let text = '';
    for await (const piece of answer.pieces) text += Buffer.from(piece).toString('utf8');

    expect(text).toContain('"code":"bad_gateway"');
    expect(scene.calls.closed).toMatchObject([{ status: 200, tokens: null }]);
  });

  it('shows no key in the type of its answer', async () => {
    const type = `application/json; key=${PROVIDER_KEY}`;
    model.next(sends({ headers: { 'content-type': type }, pieces: ['{}'] }));

    const { headers } = await scene.ask('chat_completions', chat);

    expect(headers['Content-Type']).toBe('application/json; key=***');
  });

  it('that returns broken JSON passes, and its tokens are unknown', async () => {
    model.next(sends({ pieces: ['{"choices":[{"mess'] }));

    const { text } = await scene.ask('chat_completions', chat);

    expect(text).toBe('{"choices":[{"mess');
    expect(scene.calls.closed).toEqual([{ status: 200, tokens: null, wasSent: true, wasAbandoned: false }]);
  });

  it.each(['chat_completions', 'responses', 'messages'] as const)(
    'that reports no tokens has unknown ones (%s)',
    async (kind) => {
      model.next(says('Hello', { tokens: 'none' }), says('Hello', { tokens: 'none' }));

      await scene.ask(kind, chat);
      await scene.ask(kind, streamed);

      expect(scene.calls.closed).toMatchObject([
        { status: 200, tokens: null },
        { status: 200, tokens: null },
      ]);
    },
  );

  it('that dies before the end of a stream is an event of ours, and its tokens are unknown', async () => {
    model.next(says('Hello there', { diesAfter: 2 }), says('Hello there', { diesAfter: 4 }));

    const openai = await scene.ask('chat_completions', streamed);
    const anthropic = await scene.ask('messages', streamed);

    expect(openai.text).toMatch(/\n\nevent: error\ndata: \{.*"code":"bad_gateway".*\}\n\n$/);
    expect(anthropic.text).toMatch(/\n\nevent: error\ndata: \{"type":"error".*"code":"bad_gateway".*\}\n\n$/);
    expect(scene.calls.closed).toMatchObject([{ tokens: null }, { tokens: null }]);
  });

  it('that dies in the middle of a whole answer breaks it off', async () => {
    model.next(says('Hello there', { diesAfter: 40 }));

    await expect(scene.ask('chat_completions', chat)).rejects.toThrow();

    expect(scene.calls.closed).toEqual([{ status: 200, tokens: null, wasSent: true, wasAbandoned: false }]);
  });

  it('that never ends its answer is cut off', async () => {
    scene.limits = { ...relayLimits, maxBytes: 1_000 };
    model.next(sends({ headers: { 'content-type': 'text/event-stream' }, pieces: [`data: ${'x'.repeat(2_000)}\n\n`] }));

    const { status, body } = await scene.ask('chat_completions', streamed);

    expect([status, body.code]).toEqual([502, 'bad_gateway']);
    expect(scene.calls.closed).toMatchObject([{ tokens: null }]);
  });
});

describe('a refusal of the broker', () => {
  it('has the form of the interface, the fields of a problem, and is no 429 at a budget', async () => {
    scene.calls.refusal = new AppError('quota_exceeded', 'The budget of this month is used up.');

    const openai = await scene.ask('chat_completions', streamed);
    const anthropic = await scene.ask('messages', message);

    for (const { status, headers, body } of [openai, anthropic]) {
      expect([status, headers['X-ACS-Error'], headers['Content-Type']]).toEqual([
        402,
        'quota_exceeded',
        'application/json',
      ]);
      expect(body).toMatchObject({ code: 'quota_exceeded', status: 402, title: 'Payment Required' });
      expect(body.error).toMatchObject({ type: 'insufficient_quota', message: 'The budget of this month is used up.' });
    }
    expect(anthropic.body.type).toBe('error');
    expect(model.requests).toHaveLength(0);
    expect(scene.calls.closed).toHaveLength(0);
  });

  it('tells that the model has another interface, with the status of a key that is not valid', async () => {
    scene.model = { route: { ...scene.route('messages') } };

    const { status, body } = await scene.ask('chat_completions', chat);

    expect([status, body.code, body.error.type]).toEqual([401, 'model_interface_missing', 'authentication_error']);
    expect(body.detail).toContain('the interface of Anthropic, and not that of OpenAI');
  });

  it('tells that agents call the model themselves', async () => {
    const reason = "models of 'bedrock' need AWS credentials";
    scene.model = { route: { kind: 'direct', reason, lacksAddress: false } };

    const { status, body } = await scene.ask('chat_completions', chat);

    expect([status, body.code]).toEqual([400, 'model_not_brokered']);
  });

  it('names the fields that would cost more than tokens', async () => {
    const tools = [{ type: 'web_search' }, { type: 'function', name: 'run' }];

    const { status, body } = await scene.ask('responses', { input: 'Hi', background: true, tools });

    expect([status, body.code]).toEqual([400, 'malformed_request']);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['#/background', '#/tools/0/type']);
    expect(scene.calls.opened).toHaveLength(0);
  });

  it.each([
    ['max_tokens', { ...chat, max_tokens: '100' }],
    ['n', { ...chat, n: 0 }],
    ['stream', { ...chat, stream: 'yes' }],
  ])('names a field with which a request could lie about its cost (%s)', async (name, body) => {
    const answer = await scene.ask('chat_completions', body);

    expect([answer.status, answer.body.errors[0].loc]).toEqual([400, ['body', name]]);
  });

  it('says how long a body can be', async () => {
    const { status, body } = await scene.ask('messages', { ...message, system: 'x'.repeat(5 * 1024 * 1024) });

    expect([status, body.code, body.error.type]).toEqual([413, 'payload_too_large', 'request_too_large']);
  });
});
