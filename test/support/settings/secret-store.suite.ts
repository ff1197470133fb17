import { expect, it } from 'vitest';
import type { SecretStore } from '../../../shared/domain/settings/secrets/secret-store.ts';
import { anOwner, failuresOf } from '../http/walk.ts';
import { aCustomSecret, aGitHubApp, aGitToken, aSealed } from './secret-data.ts';

export function secretStoreSuite(store: () => SecretStore): void {
  const names = async (owner: string) => (await store().all(owner)).custom.map(({ name }) => name);

  it('lists what was saved by name, but not for another owner', async () => {
    const [owner_id, stranger] = [anOwner(), anOwner()];
    const secret = aCustomSecret({ owner_id, name: 'B', description: 'what for' });
    await store().saveCustom(secret, 10);
    await store().saveCustom(aCustomSecret({ owner_id, name: 'A' }), 10);
    const token = aGitToken({ owner_id, provider: 'gitlab', host: 'git.example.com' });
    await store().saveGit([token]);

    expect(await store().findCustom(owner_id, 'B')).toEqual(secret);
    expect(await store().findGit(owner_id, 'gitlab')).toEqual(token);
    expect(await names(owner_id)).toEqual(['A', 'B']);
    expect((await store().all(owner_id)).git).toEqual([token]);
    expect(await store().listGit(owner_id)).toEqual([token]);
    expect(await store().listGit(stranger)).toEqual([]);
    expect(await store().findCustom(stranger, 'B')).toBeUndefined();
    expect(await store().findGit(stranger, 'gitlab')).toBeUndefined();
    expect(await store().all(stranger)).toEqual({ custom: [], git: [], app: undefined });
  });

  it('keeps a secret and a git token of the same name apart', async () => {
    const owner_id = anOwner();
    await store().saveCustom(aCustomSecret({ owner_id, name: 'github' }), 10);

    expect(await store().findGit(owner_id, 'github')).toBeUndefined();
    expect((await store().all(owner_id)).git).toEqual([]);
  });

  it('replaces a secret only by its next version', async () => {
    const first = aCustomSecret({ owner_id: anOwner() });
    await store().saveCustom(first, 10);
    const second = { ...first, version: 2, sealed: aSealed('b3RoZXI=') };

    const outcomes = await Promise.allSettled([store().saveCustom(second, 10), store().saveCustom(second, 10)]);

    expect(failuresOf(outcomes)).toEqual(['VersionConflictError']);
    expect(await store().findCustom(first.owner_id, first.name)).toEqual(second);
    await expect(store().saveCustom(first, 10)).rejects.toMatchObject({ name: 'VersionConflictError' });
  });

  it('lets one of two concurrent creations of a secret win', async () => {
    const secret = aCustomSecret({ owner_id: anOwner() });

    const outcomes = await Promise.allSettled([store().saveCustom(secret, 10), store().saveCustom(secret, 10)]);

    expect(failuresOf(outcomes)).toEqual(['VersionConflictError']);
  });

  it('keeps at most the limit under concurrent creations, and does not count deleted secrets', async () => {
    const owner_id = anOwner();
    const made = ['A', 'B', 'C', 'D'].map((name) => aCustomSecret({ owner_id, name }));

    const outcomes = await Promise.allSettled(made.map((secret) => store().saveCustom(secret, 2)));

    expect(failuresOf(outcomes)).toEqual(['TooManySecretsError', 'TooManySecretsError']);
    const [kept] = (await store().all(owner_id)).custom;
    if (!kept) throw new Error('two are kept');
    await store().saveCustom({ ...kept, version: 2 }, 2);
    await store().removeCustom({ ...kept, version: 2 });
    await store().saveCustom(aCustomSecret({ owner_id, name: 'E' }), 2);
    expect(await names(owner_id)).toHaveLength(2);
    await expect(store().saveCustom(aCustomSecret({ owner_id, name: 'F' }), 2)).rejects.toMatchObject({
      name: 'TooManySecretsError',
    });
    await store().saveCustom(aCustomSecret({ owner_id: anOwner() }), 2);
  });

  it('renames a secret to a free name only', async () => {
    const owner_id = anOwner();
    const [one, other] = [aCustomSecret({ owner_id, name: 'ONE' }), aCustomSecret({ owner_id, name: 'OTHER' })];
    await store().saveCustom(one, 2);
    await store().saveCustom(other, 2);

    await expect(store().rename(one, { ...one, name: 'OTHER' })).rejects.toMatchObject({ name: 'SecretExistsError' });
    expect(await names(owner_id)).toEqual(['ONE', 'OTHER']);
    await store().rename(one, { ...one, name: 'NEW', description: 'renamed', version: 2 });

    expect(await names(owner_id)).toEqual(['NEW', 'OTHER']);
    expect(await store().findCustom(owner_id, 'NEW')).toMatchObject({ description: 'renamed', version: 1 });
    await expect(store().rename(one, { ...one, name: 'X' })).rejects.toMatchObject({ name: 'VersionConflictError' });
  });

  it('removes a secret only if it has not changed', async () => {
    const first = aCustomSecret({ owner_id: anOwner() });
    await store().saveCustom(first, 10);
    await store().replaceCustom({ ...first, version: 2 });

    await expect(store().removeCustom(first)).rejects.toMatchObject({ name: 'VersionConflictError' });
    await store().removeCustom({ ...first, version: 2 });

    expect(await store().findCustom(first.owner_id, first.name)).toBeUndefined();
    await expect(store().removeCustom({ ...first, version: 2 })).rejects.toMatchObject({
      name: 'VersionConflictError',
    });
  });

  it('saves and removes git tokens all together or not at all', async () => {
    const owner_id = anOwner();
    const github = aGitToken({ owner_id });
    await store().saveGit([github]);
    const gitlab = aGitToken({ owner_id, provider: 'gitlab' });

    await expect(store().saveGit([gitlab, github])).rejects.toMatchObject({ name: 'VersionConflictError' });
    expect((await store().all(owner_id)).git).toEqual([github]);
    await store().saveGit([gitlab, { ...github, version: 2 }]);
    await expect(store().removeGit([gitlab, github])).rejects.toMatchObject({ name: 'VersionConflictError' });
    await store().removeGit([gitlab, { ...github, version: 2 }]);

    expect((await store().all(owner_id)).git).toEqual([]);
    await store().removeGit([]);
    await store().saveGit([]);
  });

  it('keeps the GitHub App apart from the tokens, for its owner alone', async () => {
    const [owner_id, stranger] = [anOwner(), anOwner()];
    const [token, app] = [aGitToken({ owner_id }), aGitHubApp({ owner_id })];
    await store().saveGit([token, app]);

    expect(await store().allGit(owner_id)).toEqual({ git: [token], app });
    expect(await store().findApp(owner_id)).toEqual(app);
    expect((await store().all(owner_id)).app).toEqual(app);
    expect(await store().listGit(owner_id)).toEqual([token]);
    expect(await store().allGit(stranger)).toEqual({ git: [], app: undefined });
    expect(await store().findApp(stranger)).toBeUndefined();
  });

  it('lets one of two writers of the GitHub App win', async () => {
    const app = aGitHubApp({ owner_id: anOwner() });
    const second = { ...app, app_id: '124', version: 2 };

    const made = await Promise.allSettled([store().saveGit([app]), store().saveGit([app])]);
    const changed = await Promise.allSettled([store().saveGit([second]), store().removeGit([app])]);

    expect([failuresOf(made), failuresOf(changed)]).toEqual([['VersionConflictError'], ['VersionConflictError']]);
  });
}
