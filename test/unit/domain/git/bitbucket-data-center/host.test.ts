import { expect, it } from 'vitest';
import { bitbucketDataCenterStub } from '../../../../support/git/bitbucket-data-center-stub.ts';
import { withServer } from '../../../../support/git/with-server.ts';

const { host, answer, asked, requests, origin } = withServer(bitbucketDataCenterStub);

it("names users' projects as in URLs, and finds them by their pages", async () => {
  const project = { id: 2, key: '~ada', type: 'PERSONAL', public: false };
  answer(({ path }) => ({
    json: path.at(-1) === 'notes' ? { id: 1, slug: 'notes', project } : { displayId: 'trunk' },
  }));
  const search = { pageId: null, limit: 3, order: null };
  for (const page of ['users/ada/repos/notes/browse', 'projects/~ada/repos/notes', 'scm/~ada/notes.git']) {
    const text = `${origin()}/bitbucket/${page}`;
    const { items } = await host().searchRepositories({ ...search, text });
    expect(items).toMatchObject([{ full_name: '~ada/notes', owner_type: 'user', main_branch: 'trunk' }]);
  }
  expect(asked()[0]).toBe('/bitbucket/rest/api/1.0/projects/~ada/repos/notes');
});

it('reports a refused token when the response has no user', async () => {
  answer({ json: { version: '9.4.0' } });
  await expect(host().user()).rejects.toMatchObject({ failure: 'token_refused' });
});

it('reports a missing scope of a valid token', async () => {
  answer({ status: 401, headers: { 'x-ausername': 'ada' }, json: { errors: [] } });
  await expect(host().repository('acme/alpha')).rejects.toMatchObject({ failure: 'scope_missing' });
  answer({ status: 401, json: { errors: [] } });
  await expect(host().repository('acme/alpha')).rejects.toMatchObject({ failure: 'token_refused' });
});

it('sends a name and a password with basic authentication', async () => {
  await host({ token: 'ada:password' }).user();
  expect(requests()[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ada:password').toString('base64')}`);
});
