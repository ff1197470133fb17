import { beforeEach, describe, expect, it } from 'vitest';
import { getOrganizationApp } from '../../../../functions/settings/get-organization-app.ts';
import { getOrganizationModels } from '../../../../functions/settings/get-organization-models.ts';
import { getOrganizationSettings } from '../../../../functions/settings/get-organization-settings.ts';
import { getSettings } from '../../../../functions/settings/get-settings.ts';
import { getUserApp } from '../../../../functions/settings/get-user-app.ts';
import { updateOrganizationApp } from '../../../../functions/settings/update-organization-app.ts';
import { updateOrganizationModels } from '../../../../functions/settings/update-organization-models.ts';
import { updateOrganizationSettings } from '../../../../functions/settings/update-organization-settings.ts';
import { updateUserApp } from '../../../../functions/settings/update-user-app.ts';
import { organizationOf } from '../../../../shared/domain/accounts/organization.ts';
import { expectHosted } from '../../../support/hosted/hosted-schema.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

const [org_id, theirs] = [organizationOf('ann'), organizationOf('eve')];

let scene: ReturnType<typeof settingsScene>;
beforeEach(() => {
  scene = settingsScene();
});

const params = { org_id };

describe('settings of an organization', () => {
  it('are those of its owner, without secrets', async () => {
    const body = {
      agent_settings_diff: { llm: { model: 'openai/x', api_key: 'very-secret' } },
      conversation_settings_diff: { max_iterations: 7 },
      search_api_key: 'also-secret',
    };

    const changed = await invoke(updateOrganizationSettings, scene, { params, body });
    const read = await invoke(getOrganizationSettings, scene, { params });
    const own = await invoke(getSettings, scene, {});

    expect(changed.status).toBe(200);
    expect(changed.body).toEqual(read.body);
    expect(read.body).toMatchObject({
      agent_settings: { llm: { model: 'openai/x' } },
      conversation_settings: { max_iterations: 7 },
      llm_api_key_set: true,
      search_api_key: null,
    });
    expect(own.body.agent_settings).toEqual(read.body.agent_settings);
    expect(read.text).not.toMatch(/secret/);
    expectHosted('OrgDefaultsSettingsResponse', read.body);
  });

  it('have an older form, with the organization in the query or without it', async () => {
    const body = { conversation_settings_diff: { confirmation_mode: true } };

    const changed = await invoke(updateOrganizationModels, scene, { body });
    const read = await invoke(getOrganizationModels, scene, { query: { org_id } });

    expect(changed.body).toEqual(read.body);
    expect(read.body.conversation_settings.confirmation_mode).toBe(true);
    expectHosted('OrgDefaultsSettingsResponse', read.body);
  });

  it('are absent for strangers, and stay as they are', async () => {
    const query = { org_id: theirs };
    const body = { conversation_settings_diff: { max_iterations: 7 } };
    const answers = [
      await invoke(getOrganizationSettings, scene, { params: query }),
      await invoke(updateOrganizationSettings, scene, { params: query, body }),
      await invoke(getOrganizationModels, scene, { query }),
      await invoke(updateOrganizationModels, scene, { query, body }),
      await invoke(getOrganizationApp, scene, { query }),
      await invoke(updateOrganizationApp, scene, { query, body: {} }),
    ];

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(scene.settings.rows.size).toBe(0);
  });

  it('refuse the name of the organization, which has another endpoint, and what this service does not have', async () => {
    const update = (body: object) => invoke(updateOrganizationSettings, scene, { params, body });

    const named = await update({ name: 'Acme' });
    expect([named.status, named.body.errors[0].pointer]).toEqual([422, '#/name']);
    expect(named.body.detail).toContain('PATCH /api/organizations/{org_id}');
    expect((await update({ remote_runtime_resource_factor: 5 })).status).toBe(422);
    expect((await update({ max_budget_per_task: 5 })).status).toBe(200);
  });
});

describe('app settings of an organization', () => {
  const change = (body: object) => invoke(updateOrganizationApp, scene, { body });

  it('are preferences of its owner', async () => {
    const before = await invoke(getOrganizationApp, scene, {});
    expect(before.body).toEqual({
      enable_proactive_conversation_starters: true,
      max_budget_per_task: null,
      registered_marketplaces: [],
      updated_at: null,
    });

    const changed = await change({ enable_proactive_conversation_starters: false, registered_marketplaces: [] });

    expect(changed.body).toMatchObject({ enable_proactive_conversation_starters: false });
    expect((await invoke(getSettings, scene, {})).body.enable_proactive_conversation_starters).toBe(false);
    expect(changed.body.updated_at).toBe(scene.now().toISOString());
    expectHosted('OrgAppSettingsResponse', changed.body);
    expect((await change({ registered_marketplaces: [{ name: 'x', source: 'y' }] })).status).toBe(422);
  });

  it('are not changed over a change that the client does not know', async () => {
    const { updated_at: known } = (await change({ enable_proactive_conversation_starters: false })).body;
    scene.clock.advance(1);
    expect((await change({ enable_proactive_conversation_starters: true, last_known_updated_at: known })).status).toBe(
      200,
    );

    const late = await change({ enable_proactive_conversation_starters: false, last_known_updated_at: known });

    expect([late.status, late.body.code]).toEqual([409, 'conflict']);
    expect((await invoke(getOrganizationApp, scene, {})).body.enable_proactive_conversation_starters).toBe(true);
  });

  it('are not changed over a change between read and write', async () => {
    const { updated_at: known } = (await change({ enable_proactive_conversation_starters: false })).body;
    let finds = 0;
    const find = async (ownerId: string) => {
      const found = await scene.settings.find(ownerId);
      finds += 1;
      // Another client comes between the check and the change.
      if (finds === 1 && found) await scene.settings.save({ ...found, version: found.version + 1 });
      return found;
    };
    const settings = { find, save: scene.settings.save.bind(scene.settings) };
    const body = { enable_proactive_conversation_starters: true, last_known_updated_at: known };

    const lost = await invoke(updateOrganizationApp, { ...scene, settings }, { body });

    expect([lost.status, lost.body.code]).toEqual([409, 'conflict']);
  });
});

describe('app settings of a user', () => {
  it('are preferences of the owner', async () => {
    const body = { language: 'de', git_user_name: 'Ann', git_user_email: 'ann@example.com', git_full_clone: false };

    const changed = await invoke(updateUserApp, scene, { body });
    const read = await invoke(getUserApp, scene, {});

    expect(changed.body).toEqual(read.body);
    expect(read.body).toMatchObject({ language: 'de', git_user_name: 'Ann', git_full_clone: null });
    expect((await invoke(getSettings, scene, {})).body).toMatchObject({ language: 'de', git_user_name: 'Ann' });
    expectHosted('UserAppSettingsResponse', read.body);
    expect((await invoke(updateUserApp, scene, { body: { git_full_clone: true } })).status).toBe(422);
  });
});
