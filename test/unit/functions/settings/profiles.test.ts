import { describe, expect, it } from 'vitest';
import { activateProfile } from '../../../../functions/settings/activate-profile.ts';
import { deleteProfile } from '../../../../functions/settings/delete-profile.ts';
import { getProfile } from '../../../../functions/settings/get-profile.ts';
import { listProfiles } from '../../../../functions/settings/list-profiles.ts';
import { renameProfile } from '../../../../functions/settings/rename-profile.ts';
import { saveProfile } from '../../../../functions/settings/save-profile.ts';
import { updateSettings } from '../../../../functions/settings/update-settings.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

function profilesScene() {
  const scene = settingsScene();
  const named = (name: string) => ({ params: { name } });
  return {
    ...scene,
    save: (name: string, body?: unknown) => invoke(saveProfile, scene, { ...named(name), body }),
    get: (name: string, ownerId = 'ann') => invoke(getProfile, scene, { ...named(name), caller: { ownerId } }),
    list: async (ownerId = 'ann') => (await invoke(listProfiles, scene, { caller: { ownerId } })).body,
    activate: (name: string, ownerId = 'ann') =>
      invoke(activateProfile, scene, { ...named(name), caller: { ownerId } }),
    rename: (name: string, to: string, ownerId = 'ann') =>
      invoke(renameProfile, scene, { ...named(name), body: { new_name: to }, caller: { ownerId } }),
    remove: (name: string, ownerId = 'ann') => invoke(deleteProfile, scene, { ...named(name), caller: { ownerId } }),
    change: (body: unknown) => invoke(updateSettings, scene, { body }),
    llm: async () => {
      const { model, baseUrl, apiKey } = (await scene.reader.forStart('ann')).llm;
      return { model, baseUrl, apiKey };
    },
  };
}

const fast = { model: 'openai/fast', api_key: 'very-secret-fast', base_url: 'https://fast.example.com', top_p: 0.5 };

describe('profiles', () => {
  it('are sealed, ordered and shown without keys', async () => {
    const scene = profilesScene();
    const saved = await scene.save('fast', { llm: fast });
    await scene.save('a.b-c_1', { llm: { model: 'openai/plain' } });

    expect([saved.status, saved.body]).toEqual([201, { name: 'fast', message: "Profile 'fast' saved" }]);
    expect(scene.stored()).not.toContain('very-secret');
    expect(await scene.list()).toEqual({
      profiles: [
        { name: 'fast', model: 'openai/fast', base_url: 'https://fast.example.com', api_key_set: true },
        { name: 'a.b-c_1', model: 'openai/plain', base_url: null, api_key_set: false },
      ],
      active_profile: null,
    });
    expect((await scene.get('fast')).body).toEqual({
      name: 'fast',
      config: { ...fast, api_key: null },
      api_key_set: true,
    });
  });

  it('are used with their key after activation', async () => {
    const scene = profilesScene();
    await scene.save('fast', { llm: fast });

    const { status, body } = await scene.activate('fast');

    expect([status, body]).toEqual([
      200,
      { name: 'fast', message: "Switched to profile 'fast'", model: 'openai/fast' },
    ]);
    expect((await scene.list()).active_profile).toBe('fast');
    expect(await scene.llm()).toEqual({ model: fast.model, baseUrl: fast.base_url, apiKey: fast.api_key });
  });

  it('are active until the model or the profile changes', async () => {
    const scene = profilesScene();
    await scene.save('fast', { llm: fast });
    await scene.activate('fast');
    await scene.change({ language: 'de' });
    expect((await scene.list()).active_profile).toBe('fast');

    await scene.change({ llm_model: 'openai/by-hand' });

    expect((await scene.list()).active_profile).toBeNull();
    await scene.activate('fast');
    await scene.save('fast', { llm: { ...fast, top_p: 0.9 } });
    expect((await scene.list()).active_profile).toBeNull();
  });

  it('save the current model when the request has none, and without its key when the request asks for it', async () => {
    const scene = profilesScene();
    await scene.save('offered');
    await scene.change({ llm_model: 'openai/mine', llm_api_key: 'sk-mine' });
    await scene.save('mine', {});
    await scene.save('bare', { include_secrets: false });

    expect((await scene.list()).profiles).toEqual([
      { name: 'offered', model: 'anthropic/offered', base_url: null, api_key_set: false },
      { name: 'mine', model: 'openai/mine', base_url: null, api_key_set: true },
      { name: 'bare', model: 'openai/mine', base_url: null, api_key_set: false },
    ]);
  });

  it.each([{ api_key: null }, { api_key: undefined }, { api_key: '**********' }])(
    'keep their key when a client saves what it read: %o',
    async (shown) => {
      const scene = profilesScene();
      await scene.save('fast', { llm: fast });
      await scene.save('fast', { llm: { ...fast, ...shown, model: 'openai/faster' } });

      await scene.activate('fast');

      expect(await scene.llm()).toMatchObject({ model: 'openai/faster', apiKey: fast.api_key });
    },
  );

  it('keep their key when requested, and drop it for an empty one', async () => {
    const scene = profilesScene();
    await scene.save('fast', { llm: fast });
    await scene.save('fast', { llm: { ...fast, api_key: 'other' }, preserve_existing_api_key: true });
    await scene.activate('fast');
    expect((await scene.llm()).apiKey).toBe(fast.api_key);

    await scene.save('fast', { llm: { ...fast, api_key: '' } });

    expect((await scene.get('fast')).body.api_key_set).toBe(false);
  });

  it('keep their position when renamed, active or not, and refuse a taken name', async () => {
    const scene = profilesScene();
    await scene.save('one', { llm: fast });
    await scene.save('two', { llm: fast });
    await scene.activate('one');

    const { body } = await scene.rename('one', 'first');

    expect(body).toEqual({ name: 'first', message: "Profile 'one' renamed to 'first'" });
    expect(await scene.list()).toMatchObject({
      profiles: [{ name: 'first' }, { name: 'two' }],
      active_profile: 'first',
    });
    expect((await scene.rename('first', 'two')).status).toBe(409);
    expect((await scene.rename('first', 'first')).status).toBe(200);
    expect((await scene.rename('one', 'x')).status).toBe(404);
  });

  it('are deleted idempotently, and leave the current model', async () => {
    const scene = profilesScene();
    await scene.save('fast', { llm: fast });
    await scene.activate('fast');

    const answers = [await scene.remove('fast'), await scene.remove('fast')];

    expect(answers.map(({ status, body }) => [status, body.name])).toEqual([
      [200, 'fast'],
      [200, 'fast'],
    ]);
    expect(await scene.list()).toEqual({ profiles: [], active_profile: null });
    expect((await scene.llm()).model).toBe('openai/fast');
    expect((await scene.get('fast')).status).toBe(404);
    expect((await scene.activate('fast')).status).toBe(404);
  });

  it('are bounded in number', async () => {
    const scene = profilesScene();
    for (let place = 0; place < 20; place += 1) await scene.save(`p${place}`, { llm: { model: 'a/b' } });

    expect((await scene.save('one-more', { llm: { model: 'a/b' } })).status).toBe(409);
    expect((await scene.save('p0', { llm: { model: 'a/c' } })).status).toBe(201);
  });

  it.each(['', '.', '..', 'a b', 'ä', 'x'.repeat(65)])('refuse the name %j', async (name) => {
    const scene = profilesScene();

    expect((await scene.save(name, { llm: fast })).status).toBe(422);
    await scene.save('good', { llm: fast });
    expect((await scene.rename('good', name)).status).toBe(422);
  });

  it.each([{ llm: {} }, { llm: { model: '' } }, { llm: { model: 'a/b', base_url: 'x' } }, { llm: 'a/b' }])(
    'refuse the model %o',
    async (body) => {
      expect((await profilesScene().save('fast', body)).status).toBe(422);
    },
  );
});
