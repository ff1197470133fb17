import { expect, it } from 'vitest';
import { azureDevOpsStub } from '../../../../support/git/azure-devops-stub.ts';
import { withServer } from '../../../../support/git/with-server.ts';

const { host, answer, asked, requests, origin } = withServer(azureDevOpsStub);

it.each([203, 302])('takes the page to sign in at, which comes with %i, for a refused token', async (status) => {
  answer({ status, bytes: '<html>Sign in</html>', headers: { location: '/_signin' } });
  const fetched = host({ fetch: (input, init) => fetchOnce(input, init) });
  await expect(fetched.repository('acme/web/alpha')).rejects.toMatchObject({ failure: 'token_refused' });
  expect(requests()[0]?.headers['x-tfs-fedauthredirect']).toBe('Suppress');
});

const fetchOnce: typeof fetch = (input, init) => {
  const url = new URL(String(input));
  return fetch(`${origin()}${url.pathname}${url.search}`, { ...init, redirect: 'manual' });
};

it('says what else may be wrong with a token that the directory of people refuses', async () => {
  answer((request) => (request.host === 'dev.azure.com' ? azureDevOpsStub.answering(request) : { status: 401 }));
  await expect(host().organizations()).rejects.toMatchObject({
    failure: 'token_refused',
    message: expect.stringContaining('all accessible organizations'),
  });
  expect((await host().repository('acme/web/alpha'))?.full_name).toBe('acme/web/alpha');
});

it('needs the collection in the address of a server', async () => {
  const server = host({ baseUrl: origin() });
  await expect(server.organizations()).rejects.toMatchObject({ failure: 'not_supported' });
  await expect(server.repositories({ pageId: null, limit: 3, installation: null, order: null })).rejects.toMatchObject({
    message: expect.stringContaining('must name the collection'),
  });
  expect(asked()).toEqual([]);
});

it('writes spaces of names as addresses do, and asks with the names themselves', async () => {
  const project = { id: 'p', name: 'Web Shop', visibility: 'private' };
  answer({ json: { id: 'r', name: 'the shop', project, defaultBranch: 'refs/heads/release/2' } });
  const found = await host().repository('acme/Web%20Shop/the%20shop');
  expect(found).toMatchObject({ full_name: 'acme/Web%20Shop/the%20shop', main_branch: 'release/2' });
  expect(requests()[0]?.path.slice(0, 2)).toEqual(['acme', 'Web Shop']);
});

it('finds the repository that has the name of its project by the address without it', async () => {
  answer({ json: { id: 'r', name: 'web', project: { id: 'p', name: 'web' } } });
  const search = { pageId: null, limit: 3, order: null };
  for (const text of ['https://dev.azure.com/acme/_git/web', 'acme/web']) {
    const { items } = await host().searchRepositories({ ...search, text });
    expect(items.map(({ full_name }) => full_name)).toEqual(['acme/web/web']);
  }
});

it('sends tokens of a sign-in as such, and personal ones as passwords', async () => {
  await host({ token: 'eyJhbGciOi.eyJzdWIi.c2ln' }).repository('acme/web/alpha');
  await host({ token: 'ada:personal' }).repository('acme/web/alpha');
  expect(requests().map(({ headers }) => headers.authorization)).toEqual([
    'Bearer eyJhbGciOi.eyJzdWIi.c2ln',
    `Basic ${Buffer.from(':personal').toString('base64')}`,
  ]);
});
