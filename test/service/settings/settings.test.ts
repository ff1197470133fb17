import { describe, expect, it } from 'vitest';
import { newOwner } from '../../support/service/owners.ts';
import { badFields, expectProblem } from '../../support/service/problems.ts';

const owner = await newOwner();

const settings = '/api/v1/settings';
const profile = (name: string) => `${settings}/profiles/${name}`;

describe('settings', () => {
  it('are initially those of the deployment, and a 404 in the legacy generation', async () => {
    const { status, body } = await owner.bearer.get(settings);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      llm_model: expect.stringContaining('/'),
      llm_api_key: null,
      llm_api_key_set: false,
      provider_tokens_set: {},
      agent_settings: { llm: { api_key: null } },
      llm_profiles: { profiles: {}, active: null },
    });
    const legacy = await owner.api.get('/api/settings');
    expectProblem(legacy, 404, 'not_found');
    expect([legacy.body.error, legacy.body.message]).toEqual(['Settings not found', 'Settings not found']);
  });

  it('are stored by the current generation and read in both, without secrets', async () => {
    const stored = await owner.bearer.post(settings, {
      agent_settings_diff: {
        llm: { model: 'openai/mine', api_key: 'very-secret-llm' },
        mcp_config: { tools: { url: 'https://mcp.example.com', headers: { Authorization: 'Bearer very-secret-mcp' } } },
      },
      conversation_settings_diff: { max_iterations: 9 },
      language: 'de',
    });
    expect([stored.status, stored.body]).toEqual([200, { message: 'Settings stored' }]);

    const answers = await Promise.all([owner.bearer.get(settings), owner.api.get('/api/settings')]);

    for (const { status, text, body } of answers) {
      expect(status).toBe(200);
      expect(text).not.toContain('very-secret');
      expect(body).toMatchObject({
        llm_model: 'openai/mine',
        llm_api_key_set: true,
        max_iterations: 9,
        language: 'de',
        mcp_config: { shttp_servers: [{ url: 'https://mcp.example.com', api_key: '**********' }] },
        agent_settings: { mcp_config: { tools: { headers: { Authorization: '**********' } } } },
      });
    }
  });

  it('are stored by the legacy generation, which accepts the masked values of its read', async () => {
    const { body: read } = await owner.api.get('/api/settings');
    const stored = await owner.api.post('/api/settings', {
      llm_model: read.llm_model,
      llm_api_key: read.llm_api_key,
      mcp_config: read.mcp_config,
      search_api_key: 'very-secret-search',
      language: 'fr',
    });
    expect([stored.status, stored.body]).toEqual([200, { message: 'Settings stored' }]);

    expect((await owner.bearer.get(settings)).body).toMatchObject({
      llm_api_key_set: true,
      search_api_key_set: true,
      language: 'fr',
      agent_settings: { mcp_config: { tools: { headers: { Authorization: '**********' } } } },
    });
  });

  it('keep the keys of MCP servers when a change contains their masked values', async () => {
    const { body: read } = await owner.bearer.get(settings);
    const mcp_config = { ...read.agent_settings.mcp_config, more: { url: 'https://more.example.com' } };

    const stored = await owner.bearer.post(settings, { agent_settings_diff: { mcp_config } });

    expect(stored.status, stored.text).toBe(200);
    expect((await owner.bearer.get(settings)).body.agent_settings.mcp_config).toMatchObject({
      tools: { headers: { Authorization: '**********' } },
      more: { url: 'https://more.example.com' },
    });
  });

  it('refuse a form that would delete the fields that it does not contain', async () => {
    const answer = await owner.bearer.post(settings, { agent_settings: {}, conversation_settings: {} });

    expect(badFields(answer)).toEqual(['body.agent_settings', 'body.conversation_settings']);
  });

  it('have schemas for their forms', async () => {
    const [agent, conversation] = await Promise.all(
      ['agent-schema', 'conversation-schema'].map((name) => owner.bearer.get(`${settings}/${name}`)),
    );

    expect([agent?.status, conversation?.status]).toEqual([200, 200]);
    const keys = (form: typeof agent) => form?.body.sections.map(({ key }: { key: string }) => key);
    expect(keys(agent)).toEqual(['general', 'llm', 'agent_context', 'condenser', 'verification', 'acp']);
    expect(keys(conversation)).toEqual(['general', 'verification']);
    const names = [agent, conversation].map((form) => form?.body.model_name);
    expect(names).toEqual(['AgentSettings', 'ConversationSettings']);
  });
});

describe('profiles', () => {
  it('are saved, listed, read, renamed, activated and deleted', async () => {
    const llm = { model: 'openai/fast', api_key: 'very-secret-fast' };
    const saved = await owner.bearer.post(profile('fast'), { llm });
    expect([saved.status, saved.body.name]).toEqual([201, 'fast']);
    expect((await owner.bearer.post(profile('now'))).status).toBe(201);
    const renamed = await owner.bearer.post(`${profile('fast')}/rename`, { new_name: 'faster' });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'faster']);
    const activated = await owner.bearer.post(`${profile('faster')}/activate`, {});
    expect([activated.status, activated.body]).toMatchObject([200, { name: 'faster', model: 'openai/fast' }]);

    expect((await owner.bearer.get(`${settings}/profiles`)).body).toEqual({
      profiles: [
        { name: 'faster', model: 'openai/fast', base_url: null, api_key_set: true },
        { name: 'now', model: 'openai/mine', base_url: null, api_key_set: true },
      ],
      active_profile: 'faster',
    });
    const { body, text } = await owner.bearer.get(profile('faster'));
    expect(body).toEqual({ name: 'faster', config: { model: 'openai/fast', api_key: null }, api_key_set: true });
    expect(text).not.toContain('very-secret');
    expect((await owner.bearer.get(settings)).body.llm_model).toBe('openai/fast');
    expect((await owner.bearer.delete(profile('now'))).status).toBe(200);
    expectProblem(await owner.bearer.get(profile('now')), 404, 'not_found');
  });
});
