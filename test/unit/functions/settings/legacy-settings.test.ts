import { describe, expect, it } from 'vitest';
import { getLegacySettings } from '../../../../functions/settings/get-legacy-settings.ts';
import { updateLegacySettings } from '../../../../functions/settings/update-legacy-settings.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { offered, settingsScene } from '../../../support/settings/settings-scene.ts';

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

  it('are returned as they were stored', async () => {
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
