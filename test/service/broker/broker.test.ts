import { afterAll, describe, expect, it } from 'vitest';
import { says } from '../../support/models/model-script.ts';
import { startScriptedModel } from '../../support/models/scripted-model.ts';
import { Api } from '../../support/service/api.ts';
import { startConversation } from '../../support/service/conversations.ts';
import { modelKeyOf } from '../../support/service/model-keys.ts';
import { anonymous, newOwner, service } from '../../support/service/owners.ts';

const PROVIDER_KEY = 'sk-of-the-provider-0123456789';

const model = await startScriptedModel({ key: PROVIDER_KEY });
afterAll(() => model.close());

const owner = await newOwner();
await owner.api.post('/api/v1/settings', {
  agent_settings_diff: { llm: { model: 'openai/scripted-model', api_key: PROVIDER_KEY, base_url: model.url } },
});
const conversation = await startConversation(owner.api);
const agent = Api.withBearer(service().baseUrl, await modelKeyOf(conversation));

const chat = { model: 'gpt-whatever', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 100 };

describe('the model broker', () => {
  it('passes a request of an agent to the model of its conversation, with the key of the provider', async () => {
    model.next(says('Hello from the model'));

    const { status, body } = await agent.post('/llm/v1/chat/completions', chat);

    expect([status, body.choices?.[0].message.content]).toEqual([200, 'Hello from the model']);
    expect(model.requests.at(-1)).toMatchObject({
      headers: { authorization: `Bearer ${PROVIDER_KEY}` },
      body: { ...chat, model: 'scripted-model' },
    });
  });

  it('streams the answer', async () => {
    const { status, text, headers } = await agent.post('/llm/v1/chat/completions', { ...chat, stream: true });

    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(text).toMatch(/^data: [\s\S]*data: \[DONE\]\n\n$/);
  });

  it('refuses every other key', async () => {
    const { apiKey } = owner;
    for (const key of [apiKey, conversation.sessionKey, 'sk-x'])
      for (const name of ['Authorization', 'X-Api-Key', 'X-Session-API-Key']) {
        const headers = { [name]: name === 'Authorization' ? `Bearer ${key}` : key };
        const { status, body } = await anonymous().send('POST', '/llm/v1/messages', { body: {}, headers });

        expect([status, body.code, body.error.type]).toEqual([401, 'unauthenticated', 'authentication_error']);
      }
  });

  it('opens nothing else with a model key', async () => {
    for (const path of ['/api/v1/app-conversations', '/api/v1/settings', '/api/v1/users/me'])
      expect((await agent.get(path)).status).toBe(401);
  });

  it('takes the new model with the next request after a change of the settings', async () => {
    const other = await startScriptedModel();
    await owner.api.post('/api/v1/settings', {
      agent_settings_diff: {
        llm: { model: 'openai/other-model', api_key: 'another-key-0123456789', base_url: other.url },
      },
    });

    const { status } = await agent.post('/llm/v1/chat/completions', chat);
    await other.close();

    expect(status).toBe(200);
    expect(other.requests).toHaveLength(1);
  });
});
