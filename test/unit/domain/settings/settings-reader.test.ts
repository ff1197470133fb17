import { describe, expect, it } from 'vitest';
import { addGitProviders } from '../../../../functions/settings/add-git-providers.ts';
import { createSecret } from '../../../../functions/settings/create-secret.ts';
import { updateSettings } from '../../../../functions/settings/update-settings.ts';
import { invoke } from '../../../support/http/invoke.ts';
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
      ]),
      gitTokens: new Map([['forgejo', { token: 'f', host: 'git.example.com' }]]),
      mcpConfig: { files: { command: 'npx' } },
      conversation: { maxIterations: 30, confirmationMode: true },
    });
    // Two secrets, a token, the model's key and the MCP servers. The search key is for nobody here.
    expect(scene.vault.opens).toBe(5);
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
