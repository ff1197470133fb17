import { describe, expect, it } from 'vitest';
import { addGitProviders } from '../../../../functions/settings/add-git-providers.ts';
import { addLegacyGitProviders } from '../../../../functions/settings/add-legacy-git-providers.ts';
import { createLegacySecret } from '../../../../functions/settings/create-legacy-secret.ts';
import { createSecret } from '../../../../functions/settings/create-secret.ts';
import { deleteLegacySecret } from '../../../../functions/settings/delete-legacy-secret.ts';
import { deleteSecret } from '../../../../functions/settings/delete-secret.ts';
import { getSettings } from '../../../../functions/settings/get-settings.ts';
import { listLegacySecrets } from '../../../../functions/settings/list-legacy-secrets.ts';
import { removeGitProviders } from '../../../../functions/settings/remove-git-providers.ts';
import { searchSecrets } from '../../../../functions/settings/search-secrets.ts';
import { unsetLegacyProviderTokens } from '../../../../functions/settings/unset-legacy-provider-tokens.ts';
import { updateLegacySecret } from '../../../../functions/settings/update-legacy-secret.ts';
import { updateSecret } from '../../../../functions/settings/update-secret.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

type Scene = ReturnType<typeof settingsScene>;

function secretsScene(generation: 'v1' | 'legacy' = 'v1') {
  const scene = settingsScene();
  const as = (ownerId: string) => ({ caller: { ownerId } });
  const isCurrent = generation === 'v1';
  return {
    ...scene,
    create: (body: unknown, owner = 'ann') => {
      const request = { body, ...as(owner) };
      return isCurrent ? invoke(createSecret, scene, request) : invoke(createLegacySecret, scene, request);
    },
    update: (secret_id: string, body: unknown, owner = 'ann') => {
      const request = { params: { secret_id }, body, ...as(owner) };
      return isCurrent ? invoke(updateSecret, scene, request) : invoke(updateLegacySecret, scene, request);
    },
    remove: (secret_id: string, owner = 'ann') => {
      const request = { params: { secret_id }, ...as(owner) };
      return isCurrent ? invoke(deleteSecret, scene, request) : invoke(deleteLegacySecret, scene, request);
    },
    search: async (query = {}, owner = 'ann') => (await invoke(searchSecrets, scene, { query, ...as(owner) })).body,
    values: async (owner = 'ann') => Object.fromEntries((await scene.reader.forStart(owner)).secrets),
  };
}

describe.each(['v1', 'legacy'] as const)('secrets (%s)', (generation) => {
  it('are stored for agents and never shown', async () => {
    const scene = secretsScene(generation);

    const { status, body } = await scene.create({ name: 'TOKEN', value: 'very-secret', description: 'what for' });

    expect([status, body]).toEqual([201, { message: 'Secret created successfully' }]);
    const secret = { name: 'TOKEN', description: 'what for' };
    expect(await scene.search()).toEqual({ items: [secret], next_page_id: null });
    const legacy = await invoke(listLegacySecrets, scene);
    expect(legacy.body).toEqual({ custom_secrets: [secret] });
    expect(scene.stored()).not.toContain('very-secret');
    expect(await scene.values()).toEqual({ TOKEN: { value: 'very-secret', description: 'what for' } });
  });

  it('keep their value when renamed or described, until it is replaced', async () => {
    const scene = secretsScene(generation);
    await scene.create({ name: 'OLD', value: 'value', description: 'what for' });

    const { status, body } = await scene.update('OLD', { name: 'NEW' });

    expect([status, body]).toEqual([200, { message: 'Secret updated successfully' }]);
    expect(await scene.values()).toEqual({ NEW: { value: 'value', description: 'what for' } });
    await scene.update('NEW', { name: 'NEW', value: 'other', description: null });
    expect(await scene.values()).toEqual({ NEW: { value: 'other', description: null } });
    await scene.create({ name: 'TAKEN', value: 'x' });
    expect((await scene.update('NEW', { name: 'TAKEN' })).status).toBe(409);
    expect((await scene.update('OLD', { name: 'OLD' })).status).toBe(404);
  });

  it('are deleted once', async () => {
    const scene = secretsScene(generation);
    await scene.create({ name: 'TOKEN', value: 'x' });

    const answers = [await scene.remove('TOKEN'), await scene.remove('TOKEN')];

    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
    expect(await scene.search()).toEqual({ items: [], next_page_id: null });
  });

  it('of another owner are answered as unknown', async () => {
    const scene = secretsScene(generation);
    await scene.create({ name: 'TOKEN', value: 'x' });
    const answersFor = async (name: string) => {
      const answers = [await scene.update(name, { name: 'MINE' }, 'bob'), await scene.remove(name, 'bob')];
      return answers.map(({ status, body }) => [status, body.detail.replaceAll(name, '…')]);
    };

    expect(await answersFor('TOKEN')).toEqual(await answersFor('OTHER'));
    expect((await answersFor('TOKEN')).map(([status]) => status)).toEqual([404, 404]);
    expect(await scene.search({}, 'bob')).toEqual({ items: [], next_page_id: null });
    await scene.create({ name: 'TOKEN', value: "bob's" }, 'bob');
    expect(await scene.values()).toMatchObject({ TOKEN: { value: 'x' } });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ name: '' }, 'name'],
    [{ name: '1ST' }, 'name'],
    [{ name: 'A-B' }, 'name'],
    [{ name: 'A=B' }, 'name'],
    [{ name: 'search' }, 'name'],
    [{ name: 'x'.repeat(129) }, 'name'],
    [{ value: '' }, 'value'],
    [{ value: 'x'.repeat(32_001) }, 'value'],
    [{ value: undefined }, 'value'],
    [{ description: 'x'.repeat(1_001) }, 'description'],
  ])('are refused with %o', async (overrides, field) => {
    const scene = secretsScene(generation);

    const { status, body } = await scene.create({ name: 'TOKEN', value: 'x', ...overrides });

    expect([status, body.errors?.[0].loc]).toEqual([422, ['body', field]]);
  });

  it('are bounded in number', async () => {
    const scene = secretsScene(generation);
    for (let place = 0; place < 100; place += 1) await scene.create({ name: `S${place}`, value: 'x' });

    expect((await scene.create({ name: 'ONE_MORE', value: 'x' })).status).toBe(409);
    expect((await scene.update('S1', { name: 'RENAMED' })).status).toBe(200);
  });
});

describe('secret that exists already', () => {
  it('is replaced, and keeps its description unless the request has one', async () => {
    const scene = secretsScene('v1');
    await scene.create({ name: 'TOKEN', value: 'one', description: 'kept' });
    await scene.create({ name: 'TOKEN', value: 'two' });
    expect(await scene.values()).toEqual({ TOKEN: { value: 'two', description: 'kept' } });

    await scene.create({ name: 'TOKEN', value: 'three', description: 'new' });

    expect(await scene.values()).toEqual({ TOKEN: { value: 'three', description: 'new' } });
  });

  it('is a conflict in the legacy generation', async () => {
    const scene = secretsScene('legacy');
    await scene.create({ name: 'TOKEN', value: 'one' });

    const { status, body } = await scene.create({ name: 'TOKEN', value: 'two' });

    expect([status, body.message]).toEqual([409, 'A secret named TOKEN already exists. Use another name.']);
    expect(await scene.values()).toMatchObject({ TOKEN: { value: 'one' } });
  });

  it('is created once by two concurrent requests', async () => {
    const scene = secretsScene('v1');

    const answers = await Promise.all(['one', 'two'].map((value) => scene.create({ name: 'TOKEN', value })));

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await scene.search()).items).toHaveLength(1);
  });
});

describe('search for secrets', () => {
  it('pages through names that contain a text, in any case', async () => {
    const scene = secretsScene();
    for (const name of ['B_TOKEN', 'A_TOKEN', 'C_KEY', 'token_d']) await scene.create({ name, value: 'x' });

    const first = await scene.search({ name__contains: 'Token', limit: 2 });
    const second = await scene.search({ name__contains: 'Token', limit: 2, page_id: first.next_page_id });

    const names = [first, second].map(({ items }) => items.map(({ name }: { name: string }) => name));
    expect(names).toEqual([['A_TOKEN', 'B_TOKEN'], ['token_d']]);
    expect(second.next_page_id).toBeNull();
  });
});

describe.each(['v1', 'legacy'] as const)('git provider tokens (%s)', (generation) => {
  const isCurrent = generation === 'v1';
  const add = (scene: Scene, request: TestRequest) =>
    isCurrent ? invoke(addGitProviders, scene, request) : invoke(addLegacyGitProviders, scene, request);
  const remove = (scene: Scene) =>
    isCurrent ? invoke(removeGitProviders, scene) : invoke(unsetLegacyProviderTokens, scene);
  const known = async (scene: Scene, ownerId = 'ann') =>
    (await invoke(getSettings, scene, { caller: { ownerId } })).body.provider_tokens_set;
  const tokens = async (scene: Scene) => Object.fromEntries((await scene.reader.forStart('ann')).gitTokens);

  it('are stored for the owner, and shown as set', async () => {
    const scene = settingsScene();
    const provider_tokens = {
      github: { token: ' very-secret-github ', host: '' },
      gitlab: { token: 'very-secret-gitlab', host: 'https://git.example.com:8443/' },
      bitbucket: { token: '', host: '' },
    };

    const { status, body } = await add(scene, { body: { provider_tokens } });

    expect([status, body]).toEqual([200, { message: 'Git providers stored' }]);
    expect(scene.stored()).not.toContain('very-secret');
    expect(await known(scene)).toEqual({ github: null, gitlab: 'git.example.com:8443' });
    expect(await known(scene, 'bob')).toEqual({});
    expect(await tokens(scene)).toEqual({
      github: { token: 'very-secret-github', host: null },
      gitlab: { token: 'very-secret-gitlab', host: 'git.example.com:8443' },
    });
  });

  it('keep their value and their host without a token', async () => {
    const scene = settingsScene();
    await add(scene, { body: { provider_tokens: { github: { token: 'one' }, gitlab: { token: 'two' } } } });
    const changes = { github: { token: '', host: '' }, forgejo: { token: null, host: 'git.example.com' } };
    await add(scene, { body: { provider_tokens: changes } });

    expect(await tokens(scene)).toEqual({
      github: { token: 'one', host: null },
      gitlab: { token: 'two', host: null },
    });
  });

  it.each([
    ['https://git.example.com/forgejo/', 'git.example.com/forgejo'],
    ['127.0.0.1:4390/gitlab', '127.0.0.1:4390/gitlab'],
    ['dev.azure.com/acme', 'dev.azure.com/acme'],
    // All customers share this server.
    ['https://github.com/acme', 'github.com'],
  ])('have the host %s', async (host, stored) => {
    const scene = settingsScene();
    const save = (token: string, to: string) =>
      add(scene, { body: { provider_tokens: { forgejo: { token, host: to } } } });

    await save('one', host);
    expect(await tokens(scene)).toEqual({ forgejo: { token: 'one', host: stored } });
    const moved = `${stored.split('/')[0]}/moved`;
    await save('', moved);
    expect(await tokens(scene)).toEqual({ forgejo: { token: 'one', host: stored === 'github.com' ? stored : moved } });
  });

  it('are all deleted together, and none of other owners', async () => {
    const scene = settingsScene();
    const body = { provider_tokens: { github: { token: 'one' }, gitlab: { token: 'two' } } };
    await add(scene, { body });
    await add(scene, { body, caller: { ownerId: 'bob' } });

    const answers = [await remove(scene), await remove(scene)];

    expect(answers.map(({ status, body: answer }) => [status, answer])).toEqual([
      [200, { message: 'Unset Git provider tokens' }],
      [200, { message: 'Unset Git provider tokens' }],
    ]);
    expect(await known(scene)).toEqual({});
    expect(Object.keys(await known(scene, 'bob'))).toEqual(['github', 'gitlab']);
  });

  it.each([
    { svn: { token: 'x' } },
    { github: { token: 'x', host: 'user:pass@host' } },
    { github: { token: 'x', host: 'git.example.com:65536' } },
    { github: { token: 'x', host: 'git.example.com:0' } },
    { github: { token: 'x', host: 'host/../path' } },
    { github: { token: 'x', host: 'host/path?x' } },
    { github: { token: 'x', host: '-oProxyCommand=x' } },
    { github: { token: 'x'.repeat(8_001) } },
    { github: 'x' },
  ])('are refused as a whole: %o', async (bad) => {
    const scene = settingsScene();

    const { status } = await add(scene, { body: { provider_tokens: { gitlab: { token: 'good' }, ...bad } } });

    expect(status).toBe(422);
    expect(await known(scene)).toEqual({});
  });
});
