import { describe, expect, it } from 'vitest';
import { addGitProviders } from '../../../../functions/settings/add-git-providers.ts';
import { createProviderConnection } from '../../../../functions/settings/create-provider-connection.ts';
import { getSettings } from '../../../../functions/settings/get-settings.ts';
import { saveProfile } from '../../../../functions/settings/save-profile.ts';
import { updateProviderConnection } from '../../../../functions/settings/update-provider-connection.ts';
import { updateSettings } from '../../../../functions/settings/update-settings.ts';
import { MASK } from '../../../../shared/contract/shapes/mask.ts';
import { organizationOf } from '../../../../shared/domain/accounts/organization.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

const EVIL = 'https://evil.example.com/v1';
/** Node.js reads the host before the backslash, Python the one after it. */
const FORKED = 'https://llm.example.com\\@evil.example.com/v1';
const org_id = organizationOf('ann');

/** An owner with a secret of each kind, and the requests of a caller who knows none of them. */
async function scene() {
  const own = settingsScene();
  const settings = (body: unknown) => invoke(updateSettings, own, { body });
  const profile = (name: string, body: unknown) => invoke(saveProfile, own, { params: { name }, body });
  const connect = (body: unknown) => invoke(createProviderConnection, own, { params: { org_id }, body });
  const git = (provider_tokens: unknown) => invoke(addGitProviders, own, { body: { provider_tokens } });
  const llm = { model: 'openai/mine', base_url: 'https://llm.example.com/v1', api_key: 'sk-model' };
  const servers = {
    remote: { url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer mcp-token' } },
    proxy: { command: 'npx', args: ['mcp-remote', 'https://mcp.example.com/sse'], env: { TOKEN: 'mcp-env' } },
  };
  const verification = { critic_server_url: 'https://critic.example.com', critic_api_key: 'critic-key' };
  await settings({ agent_settings_diff: { llm, verification }, mcp_config: servers });
  await profile('kept', { llm: { ...llm, extra_headers: { 'X-Key': 'header-key' } } });
  const unplaced = await connect({ display_name: 'A', api_key: 'connection-key' });
  const placed = await connect({ display_name: 'B', api_key: 'other-key', base_url: 'https://b.example.com' });
  await profile('linked', { llm: { model: 'openai/x', provider_connection_id: unplaced.body.id } });
  await profile('headed', { llm: { model: 'm', base_url: llm.base_url, extra_headers: { 'X-Key': 'header-key-2' } } });
  await git({ github: { token: 'ghp' }, gitlab: { token: 'glpat', host: 'git.example.com' } });
  return {
    ...own,
    settings,
    agent: (agent_settings_diff: unknown) => settings({ agent_settings_diff }),
    profile,
    connect,
    git,
    unplaced: unplaced.body.id as string,
    placed: placed.body.id as string,
    change: (id: string, body: unknown) =>
      invoke(updateProviderConnection, own, { params: { org_id, connection_id: id }, body }),
    mcp: async () => (await invoke(getSettings, own)).body.agent_settings.mcp_config,
  };
}
type Scene = Awaited<ReturnType<typeof scene>>;
type Attack = (owner: Scene) => Promise<Parameters<typeof badFields>[0]>;

const model = 'body.agent_settings_diff.llm.api_key';
const headers = 'body.llm.extra_headers.X-Key';
const attacks: readonly (readonly [string, string, Attack])[] = [
  ["a model's URL", model, (owner) => owner.agent({ llm: { base_url: EVIL } })],
  ['the flat URL of older clients', model, (owner) => owner.settings({ llm_base_url: EVIL, llm_api_key: null })],
  ['a URL beside a masked key', model, (owner) => owner.agent({ llm: { base_url: EVIL, api_key: MASK } })],
  ['another port', model, (owner) => owner.agent({ llm: { base_url: 'https://llm.example.com:444/v1' } })],
  ['another scheme', model, (owner) => owner.agent({ llm: { base_url: 'http://llm.example.com/v1' } })],
  ['a URL with credentials', model, (owner) => owner.agent({ llm: { base_url: 'https://a:b@evil.example.com' } })],
  ["the provider's own URL", model, (owner) => owner.agent({ llm: { base_url: null } })],
  ['the URL of Ollama', model, (owner) => owner.agent({ llm: { ollama_base_url: EVIL } })],
  ['the URL of Bedrock', model, (owner) => owner.agent({ llm: { aws_bedrock_runtime_endpoint: EVIL } })],
  ['a host that only Python reads', model, (owner) => owner.agent({ llm: { base_url: FORKED } })],
  ['a Region with a host', model, (owner) => owner.agent({ llm: { aws_region_name: 'x@evil.example.com/' } })],
  ['a URL in the name of a model', model, (owner) => owner.agent({ llm: { model: `huggingface/${EVIL}` } })],
  [
    'the URL of the critic',
    'body.agent_settings_diff.verification.critic_api_key',
    (owner) => owner.agent({ verification: { critic_server_url: EVIL } }),
  ],
  [
    'a profile without a key',
    headers,
    (owner) => owner.profile('kept', { llm: { model: 'm', base_url: EVIL, extra_headers: { 'X-Key': MASK } } }),
  ],
  [
    'a profile that keeps its key',
    'body.llm.api_key',
    (owner) => owner.profile('kept', { llm: { model: 'm', base_url: EVIL }, preserve_existing_api_key: true }),
  ],
  [
    'the model in use, saved over a profile',
    'body.llm.api_key',
    async (owner) => {
      const own = { model: 'm', base_url: EVIL, api_key: 'sk-attacker' };
      expect((await owner.agent({ llm: own })).status).toBe(200);
      return owner.profile('kept', { preserve_existing_api_key: true });
    },
  ],
  ['a connection', 'body.api_key', (owner) => owner.change(owner.placed, { base_url: EVIL })],
  ['a connection without a URL', 'body.api_key', (owner) => owner.change(owner.unplaced, { base_url: EVIL })],
  [
    'a model with a URL, linked to a connection without one',
    'body.llm.api_key',
    (owner) => owner.profile('new', { llm: { model: 'm', base_url: EVIL, provider_connection_id: owner.unplaced } }),
  ],
  [
    "a connection of the caller, linked to a model with the owner's headers",
    headers,
    async (owner) => {
      const { body } = await owner.connect({ display_name: 'C', api_key: 'k', base_url: EVIL });
      const llm = { model: 'm', provider_connection_id: body.id, extra_headers: { 'X-Key': MASK } };
      return owner.profile('headed', { llm });
    },
  ],
  [
    'an MCP server',
    'body.mcp_config.remote.headers.Authorization',
    async (owner) => {
      const { remote } = await owner.mcp();
      return owner.settings({ mcp_config: { remote: { ...remote, url: EVIL } } });
    },
  ],
  [
    'an argument that only Node.js reads as a URL',
    'body.mcp_config.proxy.args.0',
    async (owner) => {
      const { proxy } = await owner.mcp();
      return owner.settings({ mcp_config: { proxy: { ...proxy, args: [MASK, 'https:evil.example.com'] } } });
    },
  ],
  [
    'an MCP server with a host that only Python reads',
    'body.mcp_config.remote.headers.Authorization',
    async (owner) => {
      const { remote } = await owner.mcp();
      return owner.settings({
        mcp_config: { remote: { ...remote, url: 'https://mcp.example.com\\@evil.example.com' } },
      });
    },
  ],
  [
    'an argument of an MCP server',
    'body.mcp_config.proxy.args.0',
    async (owner) => {
      const { proxy } = await owner.mcp();
      return owner.settings({ mcp_config: { proxy: { ...proxy, args: [MASK, EVIL] } } });
    },
  ],
  [
    'a git host',
    'body.provider_tokens.github.token',
    (owner) => owner.git({ github: { token: '', host: 'evil.example.com' } }),
  ],
  [
    'another port of a git host',
    'body.provider_tokens.gitlab.token',
    (owner) => owner.git({ gitlab: { token: null, host: 'git.example.com:8443' } }),
  ],
];

describe('a stored secret', () => {
  it.each(attacks)('is not sent elsewhere by %s', async (_, field, attack) => {
    const owner = await scene();

    const answer = await attack(owner);

    expect(badFields(answer)).toEqual([field]);
    expect(answer.body.errors[0].type).toBe('other_origin');
    const { mcpConfig, llm, gitTokens } = await owner.reader.forStart('ann');
    expect(JSON.stringify([mcpConfig, [...gitTokens]])).not.toContain('evil');
    if (llm.apiKey !== 'sk-attacker') expect(JSON.stringify(llm)).not.toContain('evil');
  });

  it('goes to another address once it is sent again with it', async () => {
    const owner = await scene();
    const url = 'https://new.example.com/v1';
    const { remote } = await owner.mcp();

    const answers = [
      await owner.agent({ llm: { base_url: url, api_key: 'sk-new' } }),
      await owner.profile('kept', { llm: { model: 'm', base_url: url, api_key: 'sk-new' } }),
      await owner.change(owner.placed, { base_url: url, api_key: 'new' }),
      await owner.settings({ mcp_config: { remote: { ...remote, url, headers: { Authorization: 'new' } } } }),
      await owner.git({ github: { token: 'new', host: 'new.example.com' } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200]);
  });

  it('stays with another path of its origin, another model, and an address in another spelling', async () => {
    const owner = await scene();
    const mcp_config = await owner.mcp();

    const answers = [
      await owner.agent({ llm: { base_url: 'https://LLM.example.com:443/v2', model: 'openai/other' } }),
      await owner.profile('kept', { llm: { model: 'm', base_url: 'https://llm.example.com/v2' } }),
      await owner.change(owner.placed, { base_url: 'https://b.example.com/v2', display_name: 'B2' }),
      await owner.settings({ mcp_config }),
      await owner.git({ gitlab: { token: '', host: 'https://GIT.example.com:443/' } }),
      // Web clients send all providers, and some do not know their hosts.
      await owner.git({ gitlab: { token: '', host: '' }, github: { token: '' } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200]);
    const { llm, gitTokens, mcpConfig } = await owner.reader.forStart('ann');
    expect(llm).toMatchObject({ baseUrl: 'https://LLM.example.com:443/v2', apiKey: 'sk-model' });
    expect(gitTokens.get('gitlab')).toEqual({ token: 'glpat', host: 'git.example.com' });
    expect(JSON.stringify(mcpConfig)).toContain('mcp-token');
  });
});

describe("the operator's key", () => {
  it('goes to no address of an owner', async () => {
    const own = settingsScene({ deployment: { model: 'anthropic/offered', baseUrl: null, hasKey: true } });
    const llm = { ollama_base_url: EVIL, aws_bedrock_runtime_endpoint: EVIL, temperature: 0.2 };
    await invoke(updateSettings, own, { body: { agent_settings_diff: { llm } } });

    expect((await own.reader.forStart('ann')).llm).toEqual({
      model: 'anthropic/offered',
      baseUrl: null,
      apiKey: 'operator-key',
      options: { temperature: 0.2 },
    });
  });
});
