import { describe, expect, it } from 'vitest';
import { getCurrentUser } from '../../../../functions/accounts/get-current-user.ts';
import { saveProfile } from '../../../../functions/settings/save-profile.ts';
import { updateSettings } from '../../../../functions/settings/update-settings.ts';
import { noMembers, noProfiles } from '../../../support/accounts/people/no-members.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { offered, settingsScene } from '../../../support/settings/settings-scene.ts';

async function userScene() {
  const sandbox = aRunningSandbox();
  const strange = aRunningSandbox({ owner_id: 'bob' });
  const paused = aRunningSandbox({ phase: 'PAUSED', desired: 'PAUSED' });
  const scene = settingsScene({ sandboxes: [sandbox, strange, paused], deployment: { ...offered, hasKey: true } });
  const body = {
    llm_model: 'openai/mine',
    llm_api_key: 'very-secret-llm',
    search_api_key: 'very-secret-search',
    mcp_config: { shttp_servers: [{ url: 'https://mcp.example.com', api_key: 'very-secret-mcp' }] },
  };
  await invoke(updateSettings, scene, { body });
  const llm = { model: 'openai/fast', api_key: 'very-secret-fast' };
  await invoke(saveProfile, scene, { params: { name: 'fast' }, body: { llm } });
  return {
    ...scene,
    key: await scene.keys.sessionKey(sandbox),
    strangeKey: await scene.keys.sessionKey(strange),
    pausedKey: await scene.keys.sessionKey(paused),
    me: (key: string | null, query = {}, caller = {}) =>
      invoke(
        getCurrentUser,
        { ...scene, members: noMembers, profiles: noProfiles },
        {
          query,
          caller: { scheme: 'bearer', ...caller },
          ...(key === null ? {} : { headers: { 'X-Session-API-Key': key } }),
        },
      ),
  };
}

const expose = { expose_secrets: 'true' };

describe('current user', () => {
  it('is shown with masked secrets', async () => {
    const { me } = await userScene();

    const { status, text, body } = await me(null);

    expect(status).toBe(200);
    expect(text).not.toContain('very-secret');
    expect(body).toMatchObject({
      id: 'ann',
      llm_model: 'openai/mine',
      llm_api_key: '**********',
      search_api_key: '**********',
      mcp_config: { shttp_servers: [{ url: 'https://mcp.example.com', api_key: '**********' }] },
      llm_profiles: { profiles: { fast: { model: 'openai/fast', api_key: '**********' } }, active: null },
    });
  });

  it("shows secrets to the key of a running sandbox beside the owner's key", async () => {
    const { me, key } = await userScene();

    expect((await me(key, expose)).body).toMatchObject({
      llm_model: 'openai/mine',
      llm_api_key: 'very-secret-llm',
      search_api_key: 'very-secret-search',
      agent_settings: { llm: { model: 'openai/mine', api_key: 'very-secret-llm' } },
      mcp_config: { shttp_servers: [{ url: 'https://mcp.example.com', api_key: 'very-secret-mcp' }] },
      llm_profiles: { profiles: { fast: { model: 'openai/fast', api_key: 'very-secret-fast' } } },
    });
  });

  it('shows only MCP servers to the two keys unless the request asks for secrets', async () => {
    const { me, key } = await userScene();

    const { text, body } = await me(key);

    expect(body.mcp_config.shttp_servers[0].api_key).toBe('very-secret-mcp');
    expect(text).not.toMatch(/very-secret-(llm|search|fast)/);
  });

  it('refuses secrets to any other key', async () => {
    const { me, key, strangeKey, pausedKey } = await userScene();
    const answers = await Promise.all(
      [null, '', 'x', `${key}x`, strangeKey, pausedKey].map((wrong) => me(wrong, expose)),
    );

    for (const { status, text, body } of answers) {
      expect([status, body.detail]).toEqual([401, answers[0]?.body.detail]);
      expect(text).not.toContain('very-secret');
    }
    // A client that sends a single key sends its API key, whatever the header is called.
    expect((await me(key, expose, { scheme: 'session-header' })).status).toBe(401);
    for (const wrong of ['x', strangeKey, pausedKey]) expect((await me(wrong)).text).not.toContain('very-secret');
  });

  it("never shows the deployment's key or another owner's secrets", async () => {
    const { me, strangeKey } = await userScene();

    const { text, body } = await me(strangeKey, expose, { ownerId: 'bob' });

    expect(body).toMatchObject({
      id: 'bob',
      llm_model: 'anthropic/offered',
      llm_api_key: null,
      llm_api_key_set: true,
      search_api_key: null,
      llm_profiles: { profiles: {} },
    });
    expect(text).not.toMatch(/very-secret|operator-key/);
  });

  it.each(['maybe', ''])('refuses expose_secrets=%s', async (value) => {
    const { me, key } = await userScene();

    expect((await me(key, { expose_secrets: value })).status).toBe(422);
  });
});
