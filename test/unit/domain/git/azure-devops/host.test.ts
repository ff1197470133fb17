import { expect, it } from 'vitest';
import { azureDevOpsStub } from '../../../../support/git/azure-devops-stub.ts';
import { withServer } from '../../../../support/git/with-server.ts';

const { host, answer, asked, requests, origin } = withServer(azureDevOpsStub);

it.each([203, 302])('reports a refused token for a sign-in page with %i', async (status) => {
  answer({ status, bytes: '<html>Sign in</html>', headers: { location: '/_signin' } });
  const fetched = host({ fetch: (input, init) => fetchOnce(input, init) });
  await expect(fetched.repository('acme/web/alpha')).rejects.toMatchObject({ failure: 'token_refused' });
  expect(requests()[0]?.headers['x-tfs-fedauthredirect']).toBe('Suppress');
});

const fetchOnce: typeof fetch = (input, init) => {
  const url = new URL(String(input));
  return fetch(`${origin()}${url.pathname}${url.search}`, { ...init, redirect: 'manual' });
};

it('suggests another cause when the profile API refuses a token', async () => {
  answer((request) => (request.host === 'dev.azure.com' ? azureDevOpsStub.answering(request) : { status: 401 }));
  await expect(host().organizations()).rejects.toMatchObject({
    failure: 'token_refused',
    message: expect.stringContaining('all accessible organizations'),
  });
  expect((await host().repository('acme/web/alpha'))?.full_name).toBe('acme/web/alpha');
});

it('requires the collection in the URL of a server', async () => {
  const server = host({ baseUrl: origin() });
  await expect(server.organizations()).rejects.toMatchObject({ failure: 'not_supported' });
  await expect(server.repositories({ pageId: null, limit: 3, installation: null, order: null })).rejects.toMatchObject({
    message: expect.stringContaining('must name the collection'),
  });
  expect(asked()).toEqual([]);
});

it('encodes spaces in full names, and sends plain names to the API', async () => {
  const project = { id: 'p', name: 'Web Shop', visibility: 'private' };
  answer({ json: { id: 'r', name: 'the shop', project, defaultBranch: 'refs/heads/release/2' } });
  const found = await host().repository('acme/Web%20Shop/the%20shop');
  expect(found).toMatchObject({ full_name: 'acme/Web%20Shop/the%20shop', main_branch: 'release/2' });
  expect(requests()[0]?.path.slice(0, 2)).toEqual(['acme', 'Web Shop']);
});

it('finds a repository with the name of its project by the short URL', async () => {
  answer({ json: { id: 'r', name: 'web', project: { id: 'p', name: 'web' } } });
  const search = { pageId: null, limit: 3, order: null };
  for (const text of ['https://dev.azure.com/acme/_git/web', 'acme/web']) {
    const { items } = await host().searchRepositories({ ...search, text });
    expect(items.map(({ full_name }) => full_name)).toEqual(['acme/web/web']);
  }
});

it('sends OAuth tokens as bearer tokens, and personal tokens as passwords', async () => {
  await host({ token: 'eyJhbGciOi.eyJzdWIi.c2ln' }).repository('acme/web/alpha');
  await host({ token: 'ada:personal' }).repository('acme/web/alpha');
  expect(requests().map(({ headers }) => headers.authorization)).toEqual([
    'Bearer eyJhbGciOi.eyJzdWIi.c2ln',
    `Basic ${Buffer.from(':personal').toString('base64')}`,
  ]);
});
