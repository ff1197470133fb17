import { describe, expect, it } from 'vitest';
import { newOwner } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';

const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
const organization: string = (await owner.api.get('/api/organizations')).body.current_org_id;
const profiles = `/api/organizations/${organization}/profiles`;
const profile = (name: string) => `${profiles}/${name}`;

/** Web clients show a banner until the settings have a key. */
const isSetUp = async () => (await owner.bearer.get('/api/v1/settings')).body.llm_api_key_set;

describe("an organization's language models", () => {
  it('can be saved and activated, after which the settings have a key', async () => {
    expect(await isSetUp()).toBe(false);
    const llm = { model: 'openai/mine', api_key: 'very-secret-mine', base_url: 'https://llm.example.com/v1' };
    const saved = await owner.bearer.post(profile('mine'), { llm, include_secrets: true });
    expect([saved.status, saved.body]).toEqual([201, { name: 'mine', message: "Profile 'mine' saved" }]);

    const activated = await owner.bearer.post(`${profile('mine')}/activate`, {});

    expect(activated.body).toEqual({
      name: 'mine',
      message: "Switched to profile 'mine'",
      llm: { ...llm, api_key: null },
    });
    expect(await isSetUp()).toBe(true);
    expect((await owner.bearer.get(profiles)).body).toEqual({
      profiles: [{ name: 'mine', model: 'openai/mine', base_url: llm.base_url, api_key_set: true }],
      active_profile: 'mine',
    });
  });

  it('are the profiles of the settings', async () => {
    expect((await owner.bearer.get('/api/v1/settings/profiles')).body).toEqual((await owner.bearer.get(profiles)).body);
    expect((await owner.bearer.get('/api/v1/settings')).body).toMatchObject({ llm_model: 'openai/mine' });
  });

  it('are read without their key, and keep it when they are saved as they were read', async () => {
    const { body, text } = await owner.bearer.get(profile('mine'));
    expect(text).not.toContain('very-secret');
    expect(body).toMatchObject({ name: 'mine', llm: { model: 'openai/mine', api_key: null }, api_key_set: true });

    await owner.bearer.post(profile('mine'), { llm: { ...body.llm, temperature: 0.3 }, include_secrets: true });

    expect((await owner.bearer.get(profile('mine'))).body).toMatchObject({
      llm: { temperature: 0.3 },
      api_key_set: true,
    });
  });

  it('are renamed and deleted', async () => {
    const renamed = await owner.bearer.post(`${profile('mine')}/rename`, { new_name: 'other' });
    expect(renamed.body).toEqual({ name: 'other', message: "Profile 'mine' renamed to 'other'" });
    expectProblem(await owner.bearer.get(profile('mine')), 404, 'not_found');

    const deleted = await owner.bearer.send('DELETE', profile('other'));

    expect(deleted.body).toEqual({ name: 'other', message: "Profile 'other' deleted" });
    expect((await owner.bearer.get(profiles)).body.profiles).toEqual([]);
  });

  it('do not exist for a stranger', async () => {
    await owner.bearer.post(profile('hidden'), { llm: { model: 'openai/hidden' } });
    const { bearer } = stranger;
    const requests = [
      bearer.get(profiles),
      bearer.get(profile('hidden')),
      bearer.post(profile('hidden'), { llm: { model: 'openai/theirs' } }),
      bearer.send('DELETE', profile('hidden')),
      bearer.post(`${profile('hidden')}/activate`, {}),
      bearer.post(`${profile('hidden')}/rename`, { new_name: 'theirs' }),
    ];

    for (const answer of await Promise.all(requests)) expectProblem(answer, 404, 'not_found');
    expect((await owner.bearer.get(profile('hidden'))).body.llm.model).toBe('openai/hidden');
  });
});
