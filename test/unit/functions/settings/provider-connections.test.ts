import { describe, expect, it } from 'vitest';
import { createProviderConnection } from '../../../../functions/settings/create-provider-connection.ts';
import { deleteProviderConnection } from '../../../../functions/settings/delete-provider-connection.ts';
import { getSettings } from '../../../../functions/settings/get-settings.ts';
import { listProfiles } from '../../../../functions/settings/list-profiles.ts';
import { listProviderConnections } from '../../../../functions/settings/list-provider-connections.ts';
import { saveProfile } from '../../../../functions/settings/save-profile.ts';
import { updateProviderConnection } from '../../../../functions/settings/update-provider-connection.ts';
import { updateSettings } from '../../../../functions/settings/update-settings.ts';
import { organizationOf } from '../../../../shared/domain/accounts/organization.ts';
import { vaultProfileModels } from '../../../../shared/domain/settings/model-reader.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

function connectionsScene() {
  const scene = settingsScene();
  const org_id = organizationOf('ann');
  const at = (connection_id: string) => ({ params: { org_id, connection_id } });
  return {
    ...scene,
    create: (body: unknown) => invoke(createProviderConnection, scene, { params: { org_id }, body }),
    change: (id: string, body: unknown) => invoke(updateProviderConnection, scene, { ...at(id), body }),
    remove: (id: string) => invoke(deleteProviderConnection, scene, at(id)),
    list: async () => (await invoke(listProviderConnections, scene, { params: { org_id } })).body.connections,
    saveModel: (name: string, llm: unknown) => invoke(saveProfile, scene, { params: { name }, body: { llm } }),
    models: vaultProfileModels({ ...scene, deploymentKey: async () => null }),
  };
}

const ours = {
  display_name: 'Ours',
  provider: 'openai',
  api_key: 'very-secret-ours',
  base_url: 'https://llm.example.com/v1',
};

describe('provider connections', () => {
  it('are stored with a sealed key, changed, and shown without it', async () => {
    const scene = connectionsScene();
    const { status, body } = await scene.create(ours);
    const changed = await scene.change(body.id, {
      display_name: 'Yours',
      base_url: null,
      api_key: 'very-secret-yours',
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      display_name: 'Ours',
      provider: 'openai',
      base_url: ours.base_url,
      created_at: expect.any(Number),
      updated_at: body.created_at,
      api_key_set: true,
    });
    expect(changed.body).toMatchObject({ display_name: 'Yours', provider: 'openai', base_url: null });
    expect(await scene.list()).toEqual([changed.body]);
    expect(scene.stored()).not.toContain('very-secret');
  });

  it('have no credentials in their URLs, which are shown', async () => {
    const scene = connectionsScene();
    const { body } = await scene.create(ours);

    const answers = await Promise.all(
      [`https://me:${'very-secret'}@llm.example.com`, 'https://llm.example.com/?key=very-secret'].flatMap(
        (base_url) => [scene.create({ ...ours, base_url }), scene.change(body.id, { base_url })],
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect(scene.stored()).not.toContain('very-secret');
  });

  it('provide key and base URL to the models that use them, even after a key change', async () => {
    const scene = connectionsScene();
    const { body } = await scene.create(ours);
    await scene.saveModel('linked', { model: 'openai/big', provider_connection_id: body.id });
    await scene.change(body.id, { api_key: 'very-secret-new' });

    expect(await scene.models.modelOf('ann', 'linked')).toMatchObject({
      model: 'openai/big',
      baseUrl: ours.base_url,
      apiKey: 'very-secret-new',
    });
    expect((await scene.models.modelOf('ann', 'linked')).options).toBeUndefined();
    const { body: list } = await invoke(listProfiles, scene, {});
    expect(list.profiles).toMatchObject([
      { api_key_set: true, provider_connection_id: body.id, provider_connection_broken: false },
    ]);
    await invoke(updateSettings, scene, {
      body: { agent_settings_diff: { llm: { model: 'openai/big', provider_connection_id: body.id } } },
    });
    expect((await scene.reader.forStart('ann')).llm.apiKey).toBe('very-secret-new');
    expect((await invoke(getSettings, { ...scene, secrets: scene.secrets }, {})).body.llm_api_key_set).toBe(true);
  });

  it('are not deleted while a model names them', async () => {
    const scene = connectionsScene();
    const { body } = await scene.create(ours);
    await scene.saveModel('linked', { model: 'openai/big', provider_connection_id: body.id });

    const refused = await scene.remove(body.id);

    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The connection is used by linked. Give them another connection first.',
    ]);
    await scene.saveModel('linked', { model: 'openai/big' });
    expect((await scene.remove(body.id)).body).toMatchObject({ id: body.id, api_key_set: false });
    expect((await scene.remove(body.id)).status).toBe(404);
  });

  it('refuse what is no key, and are bounded in number', async () => {
    const scene = connectionsScene();
    for (const api_key of [undefined, null, '', ' ', '**********'])
      expect(badFields(await scene.create({ ...ours, api_key }))).toEqual(['body.api_key']);
    for (let number = 0; number < 20; number += 1) await scene.create(ours);

    expect((await scene.create(ours)).status).toBe(409);
    expect(badFields(await scene.change('x', { api_key: '' }))).toEqual(['body.api_key']);
  });
});
