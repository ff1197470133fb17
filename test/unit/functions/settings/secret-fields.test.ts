import { describe, expect, it } from 'vitest';
import { getCurrentUser } from '../../../../functions/accounts/get-current-user.ts';
import { getProfile } from '../../../../functions/settings/get-profile.ts';
import { getSettings } from '../../../../functions/settings/get-settings.ts';
import { saveProfile } from '../../../../functions/settings/save-profile.ts';
import { updateSettings } from '../../../../functions/settings/update-settings.ts';
import type { JsonObject } from '../../../../shared/contract/shapes/json.ts';
import { MASK } from '../../../../shared/contract/shapes/mask.ts';
import { noMembers, noProfiles } from '../../../support/accounts/people/no-members.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

const SECRET = 'very-secret';

async function settingsWith(body: JsonObject) {
  const sandbox = aRunningSandbox();
  const scene = settingsScene({ sandboxes: [sandbox] });
  const change = async (next: unknown) => {
    const answer = await invoke(updateSettings, scene, { body: next });
    expect([answer.status, answer.text]).toEqual([200, JSON.stringify({ message: 'Settings stored' })]);
  };
  await change(body);
  const headers = { 'X-Session-API-Key': await scene.keys.sessionKey(sandbox) };
  const caller = { scheme: 'bearer' } as const;
  return {
    ...scene,
    change,
    read: async () => (await invoke(getSettings, scene, {})).body,
    masked: async () =>
      (await invoke(getCurrentUser, { ...scene, members: noMembers, profiles: noProfiles }, { caller })).body,
    exposed: async () =>
      (
        await invoke(
          getCurrentUser,
          { ...scene, members: noMembers, profiles: noProfiles },
          { query: { expose_secrets: 'true' }, caller, headers },
        )
      ).body,
  };
}

const innocent: readonly [string, JsonObject][] = [
  ['an unknown field', { notes: SECRET }],
  ['a short name', { x: SECRET }],
  ['a list', { notes: ['plain', SECRET] }],
  ['objects in a list', { servers: [{ name: SECRET }, { note: SECRET }] }],
  ['lists in a list', { matrix: [['a'], [SECRET]] }],
  ['an unknown field of the model', { llm: { model: 'openai/mine', extra: { body: SECRET } } }],
  ['a place where a choice is expected', { condenser: { kind: { nested: SECRET } } }],
  ['the arguments of a program', { agent_kind: 'acp', acp_command: ['npx', '--login', SECRET] }],
  ['the query of an address', { llm: { model: 'a/b', base_url: `https://llm.example.com/v1?k=${SECRET}` } }],
  ['the user of an address', { llm: { model: 'a/b', base_url: `https://${SECRET}@llm.example.com` } }],
];

describe('updateSettings', () => {
  it.each(innocent)(
    'seals and masks a text in %s of agent settings, and keeps it when the mask comes back',
    async (_, diff) => {
      const { stored, read, masked, exposed, change } = await settingsWith({ agent_settings_diff: diff });

      const shown = await masked();
      expect(stored()).not.toContain(SECRET);
      expect(JSON.stringify([await read(), shown])).not.toContain(SECRET);
      expect((await exposed()).agent_settings).toMatchObject(diff);

      const { mcp_config: _servers, ...echo } = shown.agent_settings;
      await change({ agent_settings_diff: echo });
      expect((await exposed()).agent_settings).toMatchObject(diff);
    },
  );

  it('seals and masks unknown texts of conversation settings, and keeps them when their masks come back', async () => {
    const diff = { security_analyzer: 'llm', notes: SECRET, hints: ['a', { b: SECRET }] };
    const { stored, read, exposed, change } = await settingsWith({ conversation_settings_diff: diff });

    const shown = await read();
    expect([stored(), JSON.stringify(shown)].join()).not.toContain(SECRET);
    expect(shown.conversation_settings).toMatchObject({
      security_analyzer: 'llm',
      notes: MASK,
      hints: [MASK, { b: MASK }],
    });
    await change({ conversation_settings_diff: { ...shown.conversation_settings, max_iterations: 9 } });

    expect((await exposed()).conversation_settings).toMatchObject({ ...diff, max_iterations: 9 });
  });

  it('shows the fields that clients read', async () => {
    const diff = {
      agent: 'CodeActAgent',
      llm: { model: 'openai/mine', base_url: 'https://llm.example.com/v1', temperature: 0.2, reasoning_effort: 'high' },
      condenser: { enabled: true, max_size: 99, kind: 'LLMSummarizingCondenser' },
      enable_sub_agents: true,
      limits: [1, 2, null],
    };
    const { read } = await settingsWith({ agent_settings_diff: diff });

    expect((await read()).agent_settings).toMatchObject(diff);
  });

  it('replaces one secret of a list whose other masks come back', async () => {
    const { change, exposed } = await settingsWith({ agent_settings_diff: { notes: ['one', 'two', 'three'] } });

    await change({ agent_settings_diff: { notes: [MASK, 'other', MASK, MASK] } });

    expect((await exposed()).agent_settings.notes).toEqual(['one', 'other', 'three']);
  });

  it('replaces an object by a text and a text by an object', async () => {
    const { change, exposed } = await settingsWith({ agent_settings_diff: { one: { a: 'b' }, two: 'text' } });

    await change({ agent_settings_diff: { one: 'text', two: { a: 'b' } } });

    expect((await exposed()).agent_settings).toMatchObject({ one: 'text', two: { a: 'b' } });
  });

  it('drops a mask where no secret is stored', async () => {
    const { read } = await settingsWith({
      agent_settings_diff: { notes: MASK, list: [MASK], llm: { base_url: MASK } },
    });

    const { agent_settings: agent } = await read();
    expect(agent).not.toHaveProperty('notes');
    expect(agent).toMatchObject({ list: [], llm: { base_url: null } });
  });

  it('sends a sealed address of a model to the agent in clear, with no key of the operator', async () => {
    const address = `https://llm.example.com/v1?k=${SECRET}`;
    const { reader, read, change } = await settingsWith({ llm_model: 'a/b', llm_base_url: address });
    expect((await reader.forStart('ann')).llm).toMatchObject({ model: 'a/b', baseUrl: address, apiKey: null });

    expect((await read()).llm_base_url).toBe(MASK);
    await change({ llm_base_url: MASK });

    expect((await reader.forStart('ann')).llm.baseUrl).toBe(address);
  });
});

describe('saveProfile', () => {
  it('seals and masks unknown texts of a model, and keeps them when the profile comes back as it was shown', async () => {
    const scene = await settingsWith({});
    const llm = { model: 'openai/fast', api_key: 'the-key', notes: [SECRET], reasoning_effort: 'high' };
    const params = { name: 'fast' };
    await invoke(saveProfile, scene, { params, body: { llm } });

    const { body, text } = await invoke(getProfile, scene, { params });
    expect(scene.stored() + text).not.toContain(SECRET);
    expect(body.config).toEqual({ ...llm, api_key: null, notes: [MASK] });
    await invoke(saveProfile, scene, { params, body: { llm: body.config } });

    expect((await scene.exposed()).llm_profiles.profiles).toEqual({ fast: llm });
  });
});
