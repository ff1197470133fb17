import { describe, expect, it } from 'vitest';
import { getLegacySettings } from '../../../../functions/settings/get-legacy-settings.ts';
import { getSettings } from '../../../../functions/settings/get-settings.ts';
import { updateLegacySettings } from '../../../../functions/settings/update-legacy-settings.ts';
import { updateSettings } from '../../../../functions/settings/update-settings.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { offered, settingsScene } from '../../../support/settings/settings-scene.ts';

type Scene = ReturnType<typeof settingsScene>;

const read = async (scene: Scene, ownerId = 'ann') => (await invoke(getSettings, scene, { caller: { ownerId } })).body;
const change = async (scene: Scene, body: unknown) => {
  const answer = await invoke(updateSettings, scene, { body });
  expect([answer.status, answer.body], answer.text).toEqual([200, { message: 'Settings stored' }]);
};
const llmOf = async (scene: Scene) => {
  const { model, baseUrl, apiKey } = (await scene.reader.forStart('ann')).llm;
  return { model, baseUrl, apiKey };
};

describe('settings', () => {
  it('of an owner who set none are those of the deployment', async () => {
    const settings = await read(settingsScene());

    expect(settings).toMatchObject({
      llm_model: 'anthropic/offered',
      llm_api_key: null,
      llm_api_key_set: false,
      search_api_key_set: false,
      provider_tokens_set: {},
      agent_settings: { llm: { model: 'anthropic/offered', api_key: null }, mcp_config: {} },
      conversation_settings: { max_iterations: 500 },
      llm_profiles: { profiles: {}, active: null },
    });
  });

  it('are changed only where a request names them, flat or nested', async () => {
    const scene = settingsScene();
    await change(scene, {
      agent_settings_diff: {
        llm: { model: 'openai/mine', api_key: 'sk-first', temperature: 0.2 },
        enable_sub_agents: true,
      },
      conversation_settings_diff: { max_iterations: 7 },
      language: 'de',
      disabled_skills: ['one'],
    });
    await change(scene, {
      llm_base_url: 'https://llm.example.com/v1',
      llm_api_key: 'sk-mine',
      confirmation_mode: true,
      language: null,
      unknown: 1,
    });

    expect(await read(scene)).toMatchObject({
      llm_model: 'openai/mine',
      llm_base_url: 'https://llm.example.com/v1',
      llm_api_key: null,
      llm_api_key_set: true,
      max_iterations: 7,
      confirmation_mode: true,
      language: null,
      disabled_skills: ['one'],
      agent_settings: {
        llm: { model: 'openai/mine', base_url: 'https://llm.example.com/v1', api_key: null, temperature: 0.2 },
        enable_sub_agents: true,
      },
    });
    expect(await llmOf(scene)).toEqual({
      model: 'openai/mine',
      baseUrl: 'https://llm.example.com/v1',
      apiKey: 'sk-mine',
    });
  });

  it.each([
    ['flat', (key: unknown) => ({ llm_api_key: key }), null],
    ['nested', (key: unknown) => ({ agent_settings_diff: { llm: { api_key: key } } }), undefined],
  ])('keep a key whose mask a client sends back, and remove one that is empty (%s)', async (_, body, kept) => {
    const scene = settingsScene();
    await change(scene, body('sk-mine'));
    await change(scene, body('**********'));
    await change(scene, body(kept));
    expect((await llmOf(scene)).apiKey).toBe('sk-mine');

    await change(scene, body(''));

    expect((await llmOf(scene)).apiKey).toBeNull();
    expect((await read(scene)).llm_api_key_set).toBe(false);
  });

  it('drop the fields that are null in a nested change', async () => {
    const scene = settingsScene();
    await change(scene, {
      agent_settings_diff: { llm: { model: 'a/b', api_key: 'k', base_url: 'http://x' }, other: 1 },
    });
    await change(scene, { agent_settings_diff: { llm: { api_key: null, base_url: '' }, other: null } });

    const { agent_settings: agent } = await read(scene);
    expect(agent.llm).toEqual({ model: 'a/b', base_url: null, api_key: null });
    expect(agent).not.toHaveProperty('other');
    expect((await llmOf(scene)).apiKey).toBeNull();
  });

  it('keep what belongs to another kind of agent, such as the model and its key', async () => {
    const scene = settingsScene();
    const kinds: unknown[] = [];
    const kindNow = async () => {
      kinds.push([(await read(scene)).agent_settings.agent_kind, (await scene.reader.forStart('ann')).agent?.kind]);
    };
    await change(scene, {
      agent_settings_diff: { llm: { model: 'a/b', api_key: 'sk' }, condenser: { enabled: false } },
    });
    await change(scene, { agent_settings_diff: { agent_kind: 'acp', acp_server: 'codex' } });
    await kindNow();
    await change(scene, { agent_settings_diff: { agent_kind: 'llm' } });
    await kindNow();

    expect(kinds).toEqual([
      ['acp', 'acp'],
      ['openhands', 'openhands'],
    ]);
    expect(await llmOf(scene)).toEqual({ model: 'a/b', baseUrl: null, apiKey: 'sk' });
    expect((await read(scene)).agent_settings).toMatchObject({ condenser: { enabled: false }, acp_server: 'codex' });
  });

  it('store and show no secret in plain text', async () => {
    const scene = settingsScene();
    const secret = (name: string) => `very-secret-${name}`;
    const sent = {
      llm_api_key: secret('flat'),
      search_api_key: secret('search'),
      agent_settings_diff: {
        llm: { aws_secret_access_key: secret('aws'), extra_headers: { 'X-Key': secret('header') }, max_tokens: 5 },
        verification: { critic_api_key: secret('critic') },
        mcp_config: {
          a: {
            url: `https://mcp.example.com/${secret('address')}`,
            headers: { Authorization: `Bearer ${secret('mcp')}` },
          },
          b: { command: 'npx', args: ['--key', secret('argument')], env: { TOKEN: secret('variable') } },
          c: { url: 'https://c.example.com', auth: { strategy: 'api_key', value: secret('auth') } },
        },
      },
    };
    await change(scene, sent);

    expect(scene.stored()).not.toContain('very-secret');
    const text = JSON.stringify(await read(scene));
    for (const name of ['flat', 'search', 'aws', 'header', 'critic', 'mcp', 'argument', 'variable', 'auth'])
      expect(text).not.toContain(secret(name));
    expect(await read(scene)).toMatchObject({
      search_api_key_set: true,
      agent_settings: {
        mcp_config: {
          a: { headers: { Authorization: '**********' } },
          b: { command: 'npx', args: ['**********', '**********'], env: { TOKEN: '**********' } },
          c: { auth: { strategy: 'api_key', value: '**********' } },
        },
      },
    });
    expect((await scene.reader.forStart('ann')).mcpConfig).toEqual(sent.agent_settings_diff.mcp_config);
  });

  it('open MCP servers once to show them, and again when they changed', async () => {
    const scene = settingsScene();
    const servers = (token: string) => ({ a: { command: 'npx', env: { TOKEN: token } } });
    await change(scene, { agent_settings_diff: { mcp_config: servers('first') } });
    const opensOf = async (readers: () => Promise<unknown>) => {
      const before = scene.vault.opens;
      await readers();
      return scene.vault.opens - before;
    };
    const readTwice = async () => [await read(scene), await read(scene)];

    expect(await opensOf(readTwice)).toBe(1);
    await change(scene, { agent_settings_diff: { mcp_config: { b: { url: 'https://b.example.com' } } } });
    expect(await opensOf(readTwice)).toBe(1);
    expect((await read(scene)).agent_settings.mcp_config).toMatchObject({ b: { url: 'https://b.example.com' } });
    expect((await read(scene, 'bob')).agent_settings.mcp_config).toEqual({});
  });

  it('refuse a value in the format of a sealed one', async () => {
    const scene = settingsScene();
    await change(scene, { llm_api_key: 'sk-mine', search_api_key: 'search' });
    const { search_api_key: forged } = (await scene.settings.find('ann')) ?? {};

    await change(scene, { agent_settings_diff: { llm: { api_key: undefined, other: { $sealed: forged } } } });

    expect((await read(scene)).agent_settings.llm).toMatchObject({ api_key: null, other: {} });
  });

  it('are separate for each owner', async () => {
    const scene = settingsScene();
    await change(scene, { llm_model: 'openai/mine', llm_api_key: 'sk-mine', language: 'de' });

    expect(await read(scene, 'bob')).toEqual(await read(settingsScene(), 'bob'));
    expect((await scene.reader.forStart('bob')).llm.apiKey).toBeNull();
  });

  it('keep both of two concurrent changes', async () => {
    const scene = settingsScene();

    await Promise.all([
      change(scene, { language: 'de' }),
      change(scene, { llm_model: 'a/b' }),
      change(scene, { email: 'a@b' }),
    ]);

    expect(await read(scene)).toMatchObject({ language: 'de', llm_model: 'a/b', email: 'a@b' });
    expect((await scene.settings.find('ann'))?.version).toBe(3);
  });

  it.each<[unknown, string]>([
    [{ agent_settings: {} }, 'body.agent_settings'],
    [{ conversation_settings: { max_iterations: 1 } }, 'body.conversation_settings'],
    [{ agent_settings_diff: { llm: { base_url: 'file:///etc' } } }, 'body.agent_settings_diff.llm.base_url'],
    [{ agent_settings_diff: { llm: 'text' } }, 'body.agent_settings_diff.llm'],
    [{ llm_base_url: 'no address' }, 'body.llm_base_url'],
    [{ conversation_settings_diff: { max_iterations: 0 } }, 'body.conversation_settings_diff.max_iterations'],
    [{ llm_api_key: 'x'.repeat(8_001) }, 'body.llm_api_key'],
    [{ mcp_config: { sse_servers: [{ api_key: 'x' }] } }, 'body.mcp_config.sse_servers.0.url'],
    [{ mcp_config: { one: { args: [] } } }, 'body.mcp_config.one.url'],
    [{ mcp_config: { mcpServers: { one: { url: 'ftp://x' } } } }, 'body.mcp_config.mcpServers.one.url'],
    [
      { mcp_config: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`s${i}`, { command: 'x' }])) },
      'body.mcp_config',
    ],
  ])('refuse an invalid change and name its field: %#', async (body, field) => {
    const scene = settingsScene();

    const answer = await invoke(updateSettings, scene, { body });

    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.errors.map(({ loc }: { loc: string[] }) => loc.join('.'))).toContain(field);
    expect(scene.settings.rows.size).toBe(0);
  });

  it('refuse to exceed the size of a row, or the number of secrets that a start can decrypt', async () => {
    const scene = settingsScene();
    await change(scene, { agent_settings_diff: { one: 'x'.repeat(100_000) } });
    const large = await invoke(updateSettings, scene, { body: { agent_settings_diff: { two: 'x'.repeat(100_000) } } });
    const env = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`K${i}`, `value-${i}`]));
    const many = await invoke(updateSettings, scene, { body: { agent_settings_diff: { env } } });

    expect([large.status, many.status]).toEqual([422, 422]);
    expect((await scene.settings.find('ann'))?.version).toBe(1);
  });
});

describe('legacy settings', () => {
  it('return 404 when neither owner nor deployment has a model with a key', async () => {
    const answer = await invoke(getLegacySettings, settingsScene());

    expect([answer.status, answer.body.error, answer.body.message]).toEqual([
      404,
      'Settings not found',
      'Settings not found',
    ]);
    const served = await invoke(getLegacySettings, settingsScene({ deployment: { ...offered, hasKey: true } }));
    expect([served.status, served.body.llm_api_key_set, served.body.llm_api_key]).toEqual([200, true, null]);
  });

  it('are returned as stored', async () => {
    const scene = settingsScene();
    const stored = await invoke(updateLegacySettings, scene, {
      body: {
        llm_model: 'openai/mine',
        llm_api_key: 'sk-mine',
        llm_base_url: '',
        agent: 'CodeActAgent',
        language: 'en',
        enable_default_condenser: false,
        condenser_max_size: 100,
        user_consents_to_analytics: false,
        mcp_config: { sse_servers: ['https://sse.example.com'], shttp_servers: [], stdio_servers: [] },
      },
    });
    expect(stored.body).toEqual({ message: 'Settings stored' });

    const { body } = await invoke(getLegacySettings, scene);

    expect(body).toMatchObject({
      llm_model: 'openai/mine',
      llm_api_key: null,
      llm_api_key_set: true,
      llm_base_url: null,
      agent: 'CodeActAgent',
      enable_default_condenser: false,
      condenser_max_size: 100,
      user_consents_to_analytics: false,
      mcp_config: {
        sse_servers: [{ url: 'https://sse.example.com', api_key: null }],
        shttp_servers: [],
        stdio_servers: [],
      },
    });
  });
});
