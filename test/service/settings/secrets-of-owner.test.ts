import { describe, expect, it } from 'vitest';
import { newOwner, type Owner } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';

const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);

const search = '/api/v1/secrets/search';

describe.each([
  ['v1', '/api/v1/secrets'],
  ['legacy', '/api/secrets'],
])('secrets (%s)', (generation, path) => {
  const name = `TOKEN_${generation.toUpperCase()}`;
  const renamed = `${name}_RENAMED`;
  const send = (who: Owner, method: string, id: string, body?: unknown) =>
    who.bearer.send(method, `${path}/${id}`, { body });

  it('are created, and never shown', async () => {
    const { status, body } = await owner.bearer.post(path, { name, value: 'very-secret', description: 'what for' });

    expect([status, body]).toEqual([201, { message: 'Secret created successfully' }]);
    const found = await owner.bearer.get(search, { name__contains: name.toLowerCase() });
    expect([found.status, found.body]).toEqual([
      200,
      { items: [{ name, description: 'what for' }], next_page_id: null },
    ]);
    const listed = await owner.api.get('/api/secrets');
    expect(listed.body.custom_secrets).toContainEqual({ name, description: 'what for' });
    expect(found.text + listed.text).not.toContain('very-secret');
  });

  it('are updated and renamed', async () => {
    expect((await send(owner, 'PUT', name, { name, value: 'other' })).status).toBe(200);
    const { status, body } = await send(owner, 'PUT', name, { name: renamed, description: 'new' });

    expect([status, body]).toEqual([200, { message: 'Secret updated successfully' }]);
    const { body: found } = await owner.bearer.get(search, { name__contains: name });
    expect(found.items).toEqual([{ name: renamed, description: 'new' }]);
    expectProblem(await send(owner, 'PUT', name, { name }), 404, 'not_found');
  });

  it('are deleted', async () => {
    expect((await send(owner, 'DELETE', renamed)).body).toEqual({ message: 'Secret deleted successfully' });
    expectProblem(await send(owner, 'DELETE', renamed), 404, 'not_found');
  });
});

describe('a search for secrets', () => {
  it('returns pages that only its owner can continue', async () => {
    await Promise.all(['P_A', 'P_B', 'P_C'].map((name) => owner.bearer.post('/api/v1/secrets', { name, value: 'x' })));
    const query = { name__contains: 'p_', limit: 2 };

    const first = (await owner.bearer.get(search, query)).body;
    const second = (await owner.bearer.get(search, { ...query, page_id: first.next_page_id })).body;

    const names = [...first.items, ...second.items].map(({ name }) => name);
    expect([names, second.next_page_id]).toEqual([['P_A', 'P_B', 'P_C'], null]);
    expectProblem(
      await stranger.bearer.get(search, { ...query, page_id: first.next_page_id }),
      422,
      'validation_failed',
    );
  });
});

describe.each([
  ['v1', '/api/v1/secrets/git-providers', 'DELETE', '/api/v1/secrets/git-providers'],
  ['legacy', '/api/add-git-providers', 'POST', '/api/unset-provider-tokens'],
])('git provider tokens (%s)', (_, add, method, remove) => {
  const known = async (who: Owner) => (await who.bearer.get('/api/v1/settings')).body.provider_tokens_set;

  it('are stored and removed', async () => {
    const provider_tokens = {
      github: { token: 'very-secret-token', host: '' },
      gitlab: { token: 'very-secret-token', host: 'git.example.com' },
      bitbucket: { token: '', host: '' },
    };
    const added = await owner.bearer.post(add, { provider_tokens });
    expect([added.status, added.body]).toEqual([200, { message: 'Git providers stored' }]);
    expect(await known(owner)).toEqual({ github: null, gitlab: 'git.example.com' });
    expect(await known(stranger)).toEqual({});

    const strange = await stranger.bearer.send(method, remove);
    expect([strange.status, Object.keys(await known(owner))]).toEqual([200, ['github', 'gitlab']]);
    const removed = await owner.bearer.send(method, remove);

    expect([removed.status, removed.body]).toEqual([200, { message: 'Unset Git provider tokens' }]);
    expect(await known(owner)).toEqual({});
  });
});

describe('the token of one git provider', () => {
  it('can be deleted without deleting the others', async () => {
    const one = await newOwner();
    const path = '/api/v1/secrets/git-providers';
    const token = 'very-secret-token';
    await one.bearer.post(path, { provider_tokens: { github: { token }, gitlab: { token } } });

    const removed = await one.bearer.send('DELETE', `${path}?provider=gitlab`);

    expect(removed.status).toBe(200);
    expect((await one.bearer.get('/api/v1/settings')).body.provider_tokens_set).toEqual({ github: null });
  });
});
