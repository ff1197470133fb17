import { expect, it } from 'vitest';
import { gitLabStub } from '../../../../support/git/gitlab-stub.ts';
import { withServer } from '../../../../support/git/with-server.ts';

const { host, answer, asked, origin } = withServer(gitLabStub);

const search = { pageId: null, limit: 3, order: null };

it('finds a project in nested groups by its clone and page URLs', async () => {
  const port = new URL(origin()).port;
  for (const text of [
    'git@127.0.0.1:acme/tools/alpha.git',
    `ssh://git@127.0.0.1:2222/acme/tools/alpha.git`,
    `127.0.0.1:${port}/acme/tools/alpha`,
    `${origin()}/acme/tools/alpha/-/merge_requests/3?tab=diff#note_1`,
  ]) {
    const { items } = await host().searchRepositories({ ...search, text });
    expect({ text, names: items.map(({ full_name }) => full_name) }).toEqual({ text, names: ['acme/tools/alpha'] });
  }
  expect(asked()[0]).toBe('/api/v4/projects/acme/tools/alpha');
});

it('searches for a text with a slash that is not a project name', async () => {
  const { items } = await host().searchRepositories({ ...search, text: 'tools/par' });
  expect(items.map(({ full_name }) => full_name)).toEqual(['acme/tools/parser', 'acme/tools/parser-web']);
});

it("reads a user's project without a branch", async () => {
  answer({ json: { id: 1, path_with_namespace: 'ada/empty', default_branch: null, namespace: { kind: 'user' } } });
  expect(await host().repository('ada/empty')).toEqual({
    id: '1',
    full_name: 'ada/empty',
    git_provider: 'gitlab',
    is_public: false,
    stargazers_count: null,
    pushed_at: null,
    owner_type: 'user',
    main_branch: null,
  });
});

it('reports the wait until the rate limit resets', async () => {
  const inOneMinute = Math.ceil(Date.now() / 1000) + 60;
  answer({ status: 429, headers: { 'ratelimit-reset': String(inOneMinute) } });
  const error = await host()
    .user()
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ failure: 'rate_limited', message: expect.stringMatching(/in \d+ seconds\.$/) });
  expect((error as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(50);
});
