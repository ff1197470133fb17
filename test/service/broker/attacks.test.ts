import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { close, listen } from '../../support/http/servers.ts';
import { says, sends } from '../../support/models/model-script.ts';
import { startScriptedModel } from '../../support/models/scripted-model.ts';
import { Api } from '../../support/service/api.ts';
import { startConversation, waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { modelKeyOf } from '../../support/service/model-keys.ts';
import { anonymous, newOwner, service } from '../../support/service/owners.ts';

const PROVIDER_KEY = 'sk-of-the-provider-9876543210';
const PROMPT = 'a sentence of a prompt that nobody else says';

const model = await startScriptedModel({ key: PROVIDER_KEY });
const strangers: string[] = [];
const elsewhere = createServer((request, response) => {
  strangers.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
  response.end('{}');
});
const elsewhereUrl = await listen(elsewhere);
afterAll(async () => {
  await model.close();
  await close(elsewhere);
});

const owner = await newOwner();
// Dear enough that each request takes a part of a budget: a cent for ten tokens.
const llm = {
  ...{ model: 'openai/scripted-model', api_key: PROVIDER_KEY, base_url: model.url },
  ...{ input_cost_per_token: 0.000001, output_cost_per_token: 0.001 },
};
await owner.api.post('/api/v1/settings', { agent_settings_diff: { llm } });
const conversation = await startConversation(owner.api, { max_budget_per_task: 0.5 });
const key = await modelKeyOf(conversation);
const agent = Api.withBearer(service().baseUrl, key);

const chat = { messages: [{ role: 'user', content: PROMPT }], max_tokens: 10 };
const tokens = { input: 0, cacheRead: 0, cacheWrite: 0, output: 10 };
const ask = (body: object | string = chat, headers: Record<string, string> = {}) =>
  agent.send('POST', '/llm/v1/chat/completions', { body, headers });

describe('an agent with its model key', () => {
  it('reaches no other URL by headers, by the path, by the name of the model or by a redirect', async () => {
    const { host } = new URL(elsewhereUrl);
    const headers = {
      ...{ 'X-Forwarded-Host': host, 'X-Forwarded-For': '10.0.0.1', Forwarded: `host=${host}`, 'X-Original-URL': '/x' },
      ...{ 'OpenAI-Organization': 'org-other', 'Api-Key': 'other', 'X-Api-Key': 'other', 'Anthropic-Beta': 'x' },
    };
    model.next(says('one'), says('two'), sends({ status: 307, headers: { location: elsewhereUrl }, pieces: [''] }));
    const statuses = [
      (await ask(chat, headers)).status,
      (await ask({ ...chat, model: `${elsewhereUrl}/v1` })).status,
      (await ask()).status,
    ];
    const paths = ['/llm/v1/chat/completions/../../../api/v1/settings', '/llm/v1/models', '/llm/v1//responses'];
    for (const path of [...paths, `/llm/v1/${encodeURIComponent(elsewhereUrl)}`, '/llm/v1/chat%2Fcompletions'])
      expect([401, 403, 404], path).toContain((await agent.send('POST', path, { body: chat })).status);

    expect(statuses).toEqual([200, 200, 502]);
    expect(strangers).toEqual([]);
    for (const { headers: sent, body, path } of model.requests) {
      expect(path).toBe('/v1/chat/completions');
      expect(body.model).toBe('scripted-model');
      expect(JSON.stringify(sent)).not.toMatch(/other|forwarded|original-url|acs-model/);
    }
  });

  it('gets nothing by a body that says two things, or nothing that counts', async () => {
    const seen = model.requests.length;
    const twice = `{"model":"a","model":"b","max_tokens":5,"max_tokens":7,"stream":true,"str\\u0065am":false,"messages":[]}`;
    expect((await ask(twice)).status).toBe(200);
    expect(model.requests.at(-1)?.body).toEqual({
      model: 'scripted-model',
      max_tokens: 7,
      stream: false,
      messages: [],
    });
    for (const most of ['-1', '1.5', '"5"', '1e309', '1e308', '[]', 'true', '9007199254740993'])
      expect((await ask(`{"messages":[],"max_tokens":${most}}`)).status, most).toBe(400);
    for (const body of ['{', '[]', 'null', '"x"', `{"a":${'['.repeat(500)}${']'.repeat(500)}}`, '{"n":129}'])
      expect([400, 422], body).toContain((await ask(body)).status);
    await ask('{"messages":[],"__proto__":{"max_tokens":1},"constructor":{"prototype":{"n":9}}}');

    expect(model.requests.length - seen).toBeLessThanOrEqual(2);
  });

  it('cannot exceed its budget by many requests at once, nor by answers that nobody reads', async () => {
    const other = await startConversation(owner.api, { max_budget_per_task: 0.1 });
    const its = Api.withBearer(service().baseUrl, await modelKeyOf(other));
    model.follow(() => says('x', { tokens }));
    const statuses: number[] = [];
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const gone = AbortSignal.timeout(index % 3 === 0 ? 30 : 60_000);
        const response = await fetch(`${its.baseUrl}/llm/v1/chat/completions`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${await modelKeyOf(other)}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...chat, stream: index % 2 === 0 }),
          signal: gone,
        }).catch(() => undefined);
        statuses.push(response?.status ?? 0);
        await response?.body?.cancel().catch(() => undefined);
      }),
    );

    const ended = await eventually('all calls have ended', async () => {
      const { body } = await owner.api.get('/api/v1/model-calls', { conversation_id: other.id, limit: 100 });
      return body.items.length > 0 && body.items.every((call: { status: string }) => call.status !== 'open')
        ? body.items
        : undefined;
    });
    const cost = ended.reduce((sum: number, call: { cost_usd: string }) => sum + Number(call.cost_usd), 0);
    expect(cost).toBeLessThanOrEqual(0.1 + 0.011);
    expect(statuses).toContain(402);
    // What the calls gave back can be spent, until nothing is left.
    let status = 200;
    for (let count = 0; status === 200 && count < 20; count += 1)
      ({ status } = await its.post('/llm/v1/chat/completions', chat));
    expect(status).toBe(402);
  });

  it('leaves no prompt in the log of calls', async () => {
    const { text } = await owner.api.get('/api/v1/model-calls', { limit: 100 });

    expect(text).not.toContain(PROMPT);
    expect(text).not.toContain(PROVIDER_KEY);
  });

  it('cannot read or change anything else, nor what another owner has', async () => {
    for (const path of ['/api/v1/model-calls', '/api/v1/secrets/search', '/api/v1/sandboxes/search', '/api/keys'])
      expect([401, 404], path).toContain((await agent.get(path)).status);
    const [, name = '', secret = ''] = key.split('.');
    const [, ...ids] = Buffer.from(name, 'base64url').toString().split('\n');
    const forged = Buffer.from(['another-owner', ...ids].join('\n')).toString('base64url');
    for (const text of [
      `acs-model.${forged}.${secret}`,
      `acs-model.${name}.${'A'.repeat(43)}`,
      `${key}A`,
      `acs-model.${name}=.${secret}`,
    ])
      expect(
        (await anonymous().send('POST', '/llm/v1/responses', { headers: { 'X-Api-Key': text }, body: {} })).status,
      ).toBe(401);
  });

  it('cannot use the key once it was rotated, its sandbox is paused, or its conversation is deleted', async () => {
    const { sandboxId, id } = conversation;
    expect((await owner.api.post(`/api/v1/sandboxes/${sandboxId}/rotate-session-key`)).status).toBeLessThan(300);
    expect((await ask()).status).toBe(401);

    const renewed = Api.withBearer(service().baseUrl, await modelKeyOf(conversation));
    await owner.api.post(`/api/v1/sandboxes/${sandboxId}/pause`);
    await waitForSandbox(owner.api, sandboxId, 'PAUSED');
    expect((await renewed.post('/llm/v1/chat/completions', chat)).status).toBe(401);
    await owner.api.delete(`/api/v1/app-conversations/${id}`);
    expect((await renewed.post('/llm/v1/chat/completions', chat)).status).toBe(401);
  });
});
