import { describe, expect, it } from 'vitest';
import { addGitProviders } from '../../../../functions/settings/add-git-providers.ts';
import { createSecret } from '../../../../functions/settings/create-secret.ts';
import { updateSettings } from '../../../../functions/settings/update-settings.ts';
import type { JsonObject } from '../../../../shared/contract/shapes/json.ts';
import { McpConfig } from '../../../../shared/contract/shapes/mcp-config.ts';
import { changeSettings } from '../../../../shared/domain/settings/change-settings.ts';
import { chooseModel } from '../../../../shared/domain/settings/language-model.ts';
import { enabledServers, listsOf, maskedServers, serversOf } from '../../../../shared/domain/settings/mcp-servers.ts';
import type { OwnerSettings } from '../../../../shared/domain/settings/settings-store.ts';
import { PreconditionFailedError } from '../../../../shared/platform/errors.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { MemorySettingsStore } from '../../../support/settings/memory-settings-store.ts';
import { offered, settingsScene } from '../../../support/settings/settings-scene.ts';

describe("owner's settings for a start", () => {
  it("are the deployment's model when the owner set nothing, without a call of KMS", async () => {
    const scene = settingsScene({ deployment: { ...offered, hasKey: true } });

    expect(await scene.reader.forStart('ann')).toEqual({
      llm: { model: 'anthropic/offered', baseUrl: null, apiKey: 'operator-key' },
      secrets: new Map(),
      gitTokens: new Map(),
      mcpConfig: null,
      conversation: { maxIterations: null, confirmationMode: false },
    });
    expect(scene.vault.opens).toBe(0);
  });

  it('are everything that the owner set, decrypted', async () => {
    const scene = settingsScene();
    await invoke(updateSettings, scene, {
      body: {
        llm_model: 'openai/mine',
        llm_api_key: 'sk-mine',
        search_api_key: 'search',
        mcp_config: { files: { command: 'npx' }, off: { command: 'x', enabled: false } },
        max_iterations: 30,
        confirmation_mode: true,
        git_user_name: 'Ann',
        git_user_email: 'ann@example.com',
      },
    });
    await invoke(createSecret, scene, { body: { name: 'A', value: 'a', description: 'd' } });
    await invoke(createSecret, scene, { body: { name: 'B', value: 'b' } });
    await invoke(addGitProviders, scene, {
      body: { provider_tokens: { forgejo: { token: 'f', host: 'git.example.com' } } },
    });
    scene.vault.opens = 0;

    expect(await scene.reader.forStart('ann')).toEqual({
      llm: { model: 'openai/mine', baseUrl: null, apiKey: 'sk-mine', secrets: ['sk-mine'] },
      secrets: new Map([
        ['A', { value: 'a', description: 'd' }],
        ['B', { value: 'b', description: null }],
        ['TAVILY_API_KEY', { value: 'search', description: 'Key for web search' }],
      ]),
      gitTokens: new Map([['forgejo', { token: 'f', host: 'git.example.com' }]]),
      mcpConfig: { files: { command: 'npx' } },
      conversation: { maxIterations: 30, confirmationMode: true },
      gitUser: { name: 'Ann', email: 'ann@example.com' },
    });
    // Two secrets, a token, the model's key, the MCP servers and the search key.
    expect(scene.vault.opens).toBe(6);
  });

  it('are not decrypted when they were moved to another owner', async () => {
    const scene = settingsScene();
    await invoke(createSecret, scene, { body: { name: 'A', value: 'a' } });
    const [row] = scene.secrets.custom.values();
    if (!row) throw new Error('there is a secret');
    scene.secrets.custom.set('bob/A', { ...row, owner_id: 'bob' });

    await expect(scene.reader.forStart('bob')).rejects.toMatchObject({ name: 'BrokenSealError' });
  });

  it('are decrypted ten at a time', async () => {
    const scene = settingsScene();
    for (let place = 0; place < 30; place += 1)
      await invoke(createSecret, scene, { body: { name: `S${place}`, value: `${place}` } });
    let [now, most] = [0, 0];
    const open = scene.vault.open.bind(scene.vault);
    scene.vault.open = async (...args) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return open(...args);
    };

    const { secrets } = await scene.reader.forStart('ann');

    expect([secrets.size, most]).toEqual([30, 10]);
  });
});

const now = () => new Date('2026-11-22T09:00:00.000Z');
const again = (current: OwnerSettings): OwnerSettings => ({ ...current });

describe('a change of settings for a revision', () => {
  it('is made where they are at it, the first one too', async () => {
    const settings = new MemorySettingsStore();

    expect(await changeSettings('ann', { settings, now }, again, [0])).toMatchObject({ version: 1 });
    expect(await changeSettings('ann', { settings, now }, again, [1])).toMatchObject({ version: 2 });
  });

  it('is refused if another change came first', async () => {
    const settings = new MemorySettingsStore();
    await changeSettings('ann', { settings, now }, again);

    await expect(changeSettings('ann', { settings, now }, again, [0])).rejects.toThrow(PreconditionFailedError);
  });

  /** A change that loses its first race. */
  const overtaken = (settings: MemorySettingsStore) => async (current: OwnerSettings) => {
    if (current.version === 0) await changeSettings('ann', { settings, now }, again);
    return again(current);
  };

  it('is refused if it loses a race after its check', async () => {
    const settings = new MemorySettingsStore();
    const change = changeSettings('ann', { settings, now }, overtaken(settings), [0]);

    await expect(change).rejects.toThrow(PreconditionFailedError);
    expect((await settings.find('ann'))?.version).toBe(1);
  });

  it('is repeated after the same race if it has no condition', async () => {
    const settings = new MemorySettingsStore();

    expect(await changeSettings('ann', { settings, now }, overtaken(settings))).toMatchObject({ version: 2 });
  });
});

const none = { model: null, baseUrl: null, hasKey: false };
const direct = { model: 'anthropic/offered', baseUrl: null, hasKey: true };
const proxy = { ...direct, baseUrl: 'https://proxy.example.com' };

describe('chooseModel', () => {
  it("chooses the deployment's model when the owner set none", () => {
    expect(chooseModel(none, direct)).toEqual({ model: 'anthropic/offered', baseUrl: null, key: 'deployment' });
    expect(chooseModel(none, proxy)).toEqual({ model: 'anthropic/offered', baseUrl: proxy.baseUrl, key: 'deployment' });
    expect(chooseModel(none, { ...direct, hasKey: false }).key).toBe('none');
  });

  it("uses the owner's key at the owner's provider", () => {
    const own = { model: 'openai/mine', baseUrl: null, hasKey: true };

    for (const deployment of [direct, proxy])
      expect(chooseModel(own, deployment)).toEqual({ model: 'openai/mine', baseUrl: null, key: 'own' });
  });

  it("uses the operator's address and key for an owner's model that they serve", () => {
    const own = (model: string) => ({ ...none, model });

    expect(chooseModel(own('anthropic/other'), direct).key).toBe('deployment');
    expect(chooseModel(own('openai/other'), proxy)).toEqual({
      model: 'openai/other',
      baseUrl: proxy.baseUrl,
      key: 'deployment',
    });
    expect(chooseModel(own('openai/other'), direct)).toEqual({ model: 'openai/other', baseUrl: null, key: 'none' });
  });

  it.each([direct, proxy])("never sends the operator's key to an owner's address", (deployment) => {
    for (const model of [null, 'anthropic/offered', 'openai/x']) {
      const own = { model, baseUrl: 'https://attacker.example.com', hasKey: false };
      expect(chooseModel(own, deployment)).toMatchObject({ baseUrl: own.baseUrl, key: 'none' });
      expect(chooseModel({ ...own, hasKey: true }, deployment)).toMatchObject({ baseUrl: own.baseUrl, key: 'own' });
    }
  });
});

const lists = {
  sse_servers: [{ url: 'https://sse.example.com', api_key: 'sse-key' }, 'https://open.example.com'],
  shttp_servers: [{ url: 'https://http.example.com', api_key: 'http-key', timeout: 30 }],
  stdio_servers: [{ name: 'files', command: 'npx', args: ['files'], env: { TOKEN: 'secret' } }],
};
const byName = {
  sse_1: { url: 'https://sse.example.com', transport: 'sse', headers: { Authorization: 'Bearer sse-key' } },
  sse_2: { url: 'https://open.example.com', transport: 'sse' },
  shttp_1: {
    url: 'https://http.example.com',
    transport: 'streamable-http',
    headers: { Authorization: 'Bearer http-key' },
    timeout: 30,
  },
  files: { transport: 'stdio', command: 'npx', args: ['files'], env: { TOKEN: 'secret' } },
};
const read = (config: unknown, known = {}) => serversOf(McpConfig.parse(config), known);

describe('MCP servers', () => {
  it('are read from three lists or by name, with or without an outer object', () => {
    expect(read(lists)).toEqual(byName);
    expect(read(byName)).toEqual(byName);
    expect(read({ mcpServers: byName })).toEqual(byName);
    expect(read({})).toEqual({});
    expect(read({ sse_servers: null })).toEqual({});
  });

  it('lose empty fields', () => {
    expect(read({ one: { command: 'x', colour: '', url: null, enabled: false } })).toEqual({
      one: { command: 'x', enabled: false },
    });
  });

  it('are written as the three lists that were read', () => {
    expect(listsOf(read(lists))).toEqual({
      ...lists,
      sse_servers: [lists.sse_servers[0], { url: 'https://open.example.com', api_key: null }],
    });
  });

  it.each<JsonObject>([
    { headers: { authorization: 'Bearer key' } },
    { auth: { strategy: 'bearer', value: 'key' } },
    { auth: { strategy: 'api_key', value: 'key' } },
  ])('in lists show the key of the bearer token, however it is stored: %o', (credentials) => {
    const { shttp_servers: servers } = listsOf({ one: { url: 'https://one', ...credentials } });

    expect(servers).toEqual([{ url: 'https://one', api_key: 'key' }]);
  });

  it('keep their secrets and names when a client sends back what it read', () => {
    const known = { ...byName, named: { url: 'https://named.example.com', headers: { 'X-Key': 'other' } } };
    const shown = maskedServers(known);
    expect(JSON.stringify(shown)).not.toMatch(/sse-key|http-key|secret|other/);

    expect(read(shown, known)).toEqual(known);
    const { named: _, ...rest } = known;
    expect(read(listsOf(maskedServers(rest)), rest)).toEqual(rest);
  });

  it('mask arguments and the credentials of addresses, and keep them when the masks come back', () => {
    const known = {
      files: { transport: 'stdio', command: 'npx', args: ['server', '--login', 'very-secret', ''], env: {} },
      sse_1: { transport: 'sse', url: 'https://very-secret@mcp.example.com/sse?k=very-secret#very-secret' },
      shttp_1: {
        transport: 'streamable-http',
        url: 'https://mcp.example.com/',
        auth: { strategy: 'header', headers: { A: 'very-secret' } },
      },
    };

    const shown = maskedServers(known);

    expect(JSON.stringify(shown)).not.toContain('very-secret');
    expect(shown).toMatchObject({
      files: { command: 'npx' },
      sse_1: { url: 'https://**********@mcp.example.com/sse?**********#**********' },
      shttp_1: { url: 'https://mcp.example.com/' },
    });
    expect(read(shown, known)).toEqual(known);
    const { shttp_1: _, ...inLists } = known;
    expect(read(listsOf(maskedServers(inLists)), inLists)).toEqual(inLists);
  });

  it('in lists keep a name by kind and address, and give no key to another address', () => {
    const known = { mine: { url: 'https://mine', transport: 'sse', headers: { Authorization: 'Bearer key' } } };

    expect(read({ sse_servers: [{ url: 'https://mine', api_key: '**********' }] }, known)).toEqual(known);
    const other = { sse_servers: [{ url: 'https://other', api_key: '**********' }] };
    expect(read(other, known)).toEqual({ sse_1: { url: 'https://other', transport: 'sse' } });
    expect(read(other, { sse_1: known.mine })).toEqual({ sse_1: { url: 'https://other', transport: 'sse' } });
  });

  it('never share a name', () => {
    const same = { name: 'same', command: 'x' };

    expect(Object.keys(read({ stdio_servers: [same, same, { name: '', command: 'y' }] }))).toEqual([
      'same',
      'same_2',
      'stdio',
    ]);
  });

  it('are not given to agents while they are switched off', () => {
    expect(Object.keys(enabledServers({ on: { command: 'x' }, off: { command: 'x', enabled: false } }))).toEqual([
      'on',
    ]);
  });
});
