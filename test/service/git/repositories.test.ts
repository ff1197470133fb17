import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { bitbucketDataCenterStub } from '../../support/git/bitbucket-data-center-stub.ts';
import { forgejoStub } from '../../support/git/forgejo-stub.ts';
import { startGitHub } from '../../support/git/github-server.ts';
import { gitLabStub } from '../../support/git/gitlab-stub.ts';
import type { Answer, Trouble } from '../../support/git/provider-server.ts';
import { StubServer } from '../../support/git/stub-server.ts';
import * as world from '../../support/git/world.ts';
import { newOwner, type Owner } from '../../support/service/owners.ts';
import { badFields, expectProblem } from '../../support/service/problems.ts';
import { canary } from '../../support/service/secrets-of-run.ts';

const TOKEN = canary('git token');
const OTHER = canary('other git token');

const own = ['octocat/site', 'octocat/api', 'acme/web'].map((full_name, index) => ({
  full_name,
  pushed_at: `2026-01-0${9 - index}T00:00:00Z`,
}));
const server = await startGitHub({
  tokens: [TOKEN, OTHER],
  own,
  others: [{ full_name: 'public/thing' }],
  branches: ['main', 'next', 'nightly'],
  files: {
    'README.md': 'hello',
    '.openhands/microagents/deploy.md': '---\nname: x\ntriggers:\n  - deploy\n  - "ship it"\n---\nAsk first.\n',
    '.openhands/microagents/README.md': 'about',
    '.cursorrules': 'Be kind.',
  },
  work: {
    viewer: { pullRequests: { nodes: [] } },
    search: { nodes: [9, 8, 7].map((number) => ({ number, title: 'x', repository: { nameWithOwner: 'acme/web' } })) },
  },
});
afterAll(() => server.close());

const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
await giveToken(owner, TOKEN);
beforeEach(() => {
  server.trouble = () => undefined;
  server.asked.length = 0;
});

async function giveToken({ api }: Owner, token: string, provider = 'github', host = server.host): Promise<void> {
  const answer = await api.post('/api/v1/secrets/git-providers', { provider_tokens: { [provider]: { token, host } } });
  expect(answer.status, answer.text).toBe(200);
}

const search = '/api/v1/git/repositories/search';
const namesOf = (items: readonly { readonly full_name: string }[]) => items.map(({ full_name }) => full_name);
const provider = 'github';

describe('the pickers of the current generation', () => {
  it('list repositories in pages, which only their owner may continue', async () => {
    const query = { provider, limit: 2 };
    const first = (await owner.api.get(search, query)).body;
    const page_id = first.next_page_id;
    const second = (await owner.api.get(search, { ...query, page_id })).body;

    expect([...namesOf(first.items), ...namesOf(second.items), second.next_page_id]).toEqual([...namesOf(own), null]);
    expect(badFields(await owner.api.get(search, { provider, limit: 3, page_id }))).toEqual(['query.page_id']);
    await giveToken(stranger, OTHER);
    expect(badFields(await stranger.api.get(search, { ...query, page_id }))).toEqual(['query.page_id']);
  });

  it.each([
    ['thing', ['public/thing']],
    ['api', ['octocat/api']],
    ['public/thing', ['public/thing']],
    [`URL/public/thing`, ['public/thing']],
    [`URL/public/thing.git`, ['public/thing']],
    [`URL/public/thing/tree/some/branch?x=y`, ['public/thing']],
    ['git@127.0.0.1:public/thing.git', ['public/thing']],
    ['URL/public/none', []],
    ['https://github.com/public/thing', []],
  ])('find %s', async (query, expected) => {
    const { status, body } = await owner.api.get(search, { provider, query: query.replace('URL', server.url) });

    expect([status, namesOf(body.items)]).toEqual([200, expected]);
  });

  it('list installations, branches and tasks', async () => {
    const installations = await owner.api.get('/api/v1/git/installations/search', { provider, limit: 100 });
    expect(installations.body).toEqual({ items: ['all'], next_page_id: null });
    const [installation_id] = installations.body.items;
    const { items } = (await owner.api.get(search, { provider, installation_id, limit: 30 })).body;
    expect(namesOf(items)).toEqual(namesOf(own));

    const branches = { provider, repository: 'acme/web', limit: 2 };
    const path = '/api/v1/git/branches/search';
    const first = (await owner.api.get(path, { ...branches, query: '' })).body;
    const rest = (await owner.api.get(path, { ...branches, query: '', page_id: first.next_page_id })).body;
    expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual(['main', 'next', 'nightly']);
    const found = (await owner.api.get(path, { ...branches, query: 'n', limit: 30 })).body;
    expect(found.items.at(-1)).toMatchObject({ name: 'nightly', last_push_date: '2026-01-02T03:04:05Z' });

    const tasks = '/api/v1/git/suggested-tasks/search';
    const some = (await owner.api.get(tasks, { limit: 2 })).body;
    const more = (await owner.api.get(tasks, { limit: 2, page_id: some.next_page_id })).body;
    expect([...some.items, ...more.items].map(({ issue_number }) => issue_number)).toEqual([9, 8, 7]);
    expect([more.next_page_id, more.failures]).toEqual([null, []]);
  });

  it('return the user and the organizations', async () => {
    expect((await owner.api.get('/api/v1/users/git-info')).body).toMatchObject({ id: '1', login: 'octocat' });
    expect((await owner.api.get('/api/v1/users/git-info', { provider })).body).toMatchObject({ login: 'octocat' });
    expectProblem(await owner.api.get('/api/v1/users/git-info', { provider: 'gitlab' }), 409, 'git_token_required');
    const organizations = await owner.api.get('/api/v1/users/git-organizations');
    expect(organizations.body).toEqual({ provider, organizations: ['acme'] });
  });
});

describe('the pickers of the legacy generation', () => {
  it('list repositories by numbers of pages, with the next one in each item', async () => {
    const query = { selected_provider: provider, sort: 'pushed', per_page: 2 };
    const first = (await owner.api.get('/api/user/repositories', { ...query, page: 1 })).body;
    const second = (await owner.api.get('/api/user/repositories', { ...query, page: 2 })).body;

    expect(first[0].link_header).toMatch(/<[^>]*[?&]page=2(?:&[^>]*)?>; rel="next"/);
    expect([namesOf(second), second[0].link_header]).toEqual([['acme/web'], null]);
    const found = await owner.api.get('/api/user/search/repositories', { query: 'thing', per_page: 5 });
    expect(namesOf(found.body)).toEqual(['public/thing']);
  });

  it('list branches of a repository of any of the providers', async () => {
    const repository = 'acme/web';
    const listed = await owner.api.get('/api/user/repository/branches', { repository, page: 2, per_page: 2 });
    expect(listed.body).toMatchObject({
      branches: [{ name: 'nightly' }],
      has_next_page: false,
      current_page: 2,
      per_page: 2,
      total_count: null,
    });
    const found = await owner.api.get('/api/user/search/branches', { repository, query: 'next', per_page: 30 });
    expect(found.body).toEqual([expect.objectContaining({ name: 'next' })]);
  });

  it('read microagents, and no other file', async () => {
    const path = '/api/user/repository/acme/web/microagents';
    const { body } = await owner.api.get(path);

    expect(body).toEqual([
      { name: 'cursorrules', path: '.cursorrules', git_provider: provider, created_at: expect.any(String) },
      {
        name: 'deploy',
        path: '.openhands/microagents/deploy.md',
        git_provider: provider,
        created_at: expect.any(String),
      },
    ]);
    const content = await owner.api.get(`${path}/content`, { file_path: body[1].path });
    expect(content.body).toEqual({
      content: 'Ask first.',
      path: body[1].path,
      triggers: ['deploy', 'ship it'],
      git_provider: provider,
    });
    for (const file_path of ['README.md', '.openhands/microagents/../../README.md', '.openhands/microagents/x.md']) {
      expectProblem(await owner.api.get(`${path}/content`, { file_path }), 404, 'not_found');
    }
    expectProblem(await owner.api.get('/api/user/repository/acme/none/microagents'), 404, 'not_found');
  });
});

describe.each([gitLabStub, forgejoStub, bitbucketDataCenterStub])('$name', (stub) => {
  it('returns repositories, branches, tasks and failures through the API', async () => {
    const { api } = await newOwner();
    // Owners configure a host without a path, but the stub expects a base path.
    const below = (stub.basePath ?? '').split('/').filter(Boolean);
    const known = await StubServer.start((request) =>
      request.headers.authorization === stub.authorization
        ? stub.answering({ ...request, path: [...below, ...request.path] })
        : stub.refusal(401),
    );
    const { host } = new URL(known.origin);
    try {
      await giveToken({ api } as Owner, stub.token, stub.provider, host);
      const asked = { provider: stub.provider };
      const list = await api.get(search, asked);
      expect([list.status, namesOf(list.body.items)], list.text).toEqual([
        200,
        expect.arrayContaining(world.repositories.map((name) => stub.fullName(name))),
      ]);
      const repository = stub.fullName('alpha');
      const branches = await api.get('/api/v1/git/branches/search', { ...asked, repository });
      expect(branches.body.items.map(({ name }: { name: string }) => name).toSorted()).toEqual(
        world.branches.toSorted(),
      );
      const numbered = await api.get('/api/user/repository/branches', { repository, page: 2, per_page: 4 });
      expect([numbered.body.branches.length, numbered.body.has_next_page]).toEqual([world.branches.length - 4, false]);
      const tasks = await api.get('/api/v1/git/suggested-tasks/search');
      expect(tasks.body.items.map(({ issue_number }: { issue_number: number }) => issue_number)).toContain(11);
      expect((await api.get('/api/v1/users/git-info')).body.email).toBe(world.ada.email);
      await giveToken({ api } as Owner, 'wrong', stub.provider, host);
      expectProblem(await api.get(search, asked), 409, 'git_token_refused');
    } finally {
      await known.stop();
    }
  });
});

describe('an owner', () => {
  it('without a token gets an error that says what to do, or an empty list', async () => {
    const newcomer = await newOwner();

    expectProblem(await newcomer.api.get(search, { provider }), 409, 'git_token_required');
    expectProblem(await newcomer.api.get('/api/user/repositories'), 409, 'git_token_required');
    expect((await newcomer.api.get('/api/user/suggested-tasks')).body).toEqual([]);
    expect((await newcomer.api.get('/api/user/info')).body).toMatchObject({ id: newcomer.name, login: newcomer.name });
    expect(server.asked).toEqual([]);
  });

  it('gets cached responses, but none of another owner or of an earlier token', async () => {
    const [ann, bob] = await Promise.all([newOwner(), newOwner()]);
    await giveToken(ann, TOKEN);
    await giveToken(bob, OTHER);
    const ask = async ({ api }: Owner) => (await api.get(search, { provider, limit: 50 })).status;

    expect([await ask(ann), await ask(ann), server.asked.length]).toEqual([200, 200, 1]);
    expect([await ask(bob), server.asked.length]).toEqual([200, 2]);
    await giveToken(ann, 'ghp_wrong');
    expect([await ask(ann), server.asked.length]).toEqual([409, 3]);
    await giveToken(ann, TOKEN);
    expect([await ask(ann), server.asked.length]).toEqual([200, 4]);
  });

  it('cannot reach addresses inside the network', async () => {
    const { api } = await newOwner();
    for (const host of ['169.254.169.254', '10.0.0.1:8443', 'localhost:22']) {
      const sent = { provider_tokens: { github: { token: TOKEN, host } } };
      expect((await api.post('/api/v1/secrets/git-providers', sent)).status).toBe(200);
      const answer = await api.get(search, { provider });
      expectProblem(answer, 502, 'git_provider_failed');
      expect(answer.body.detail).toContain(host);
    }
  });
});

describe('a failure of the provider', () => {
  const rateLimited = { status: 429, headers: { 'Retry-After': '42' }, body: { message: `no more, ${TOKEN}` } };
  it.each<[string, Answer | 'hang up', number, string]>([
    ['a refused token', { status: 401, body: { message: `Bad credentials ${TOKEN}` } }, 409, 'git_token_refused'],
    ['a missing scope', { status: 403, body: { message: 'not accessible' } }, 409, 'git_scope_missing'],
    ['a rate limit', rateLimited, 503, 'git_rate_limited'],
    ['being down', 'hang up', 502, 'git_provider_failed'],
    ['a failure of its own', { status: 500, body: TOKEN }, 502, 'git_provider_failed'],
    ['nonsense', { body: `<html>${TOKEN}` }, 502, 'git_provider_failed'],
  ])('has a message and a code: %s', async (_, answer, status, code) => {
    const { api } = await newOwner();
    await giveToken({ api } as Owner, TOKEN);
    server.trouble = () => answer;
    const all: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      [search, { provider }],
      ['/api/user/info', {}],
      ['/api/v1/git/branches/search', { provider, repository: 'acme/web', query: 'x' }],
      ['/api/v1/git/suggested-tasks/search', {}],
      ['/api/user/repositories', { selected_provider: provider }],
      ['/api/user/search/repositories', { query: 'x' }],
      ['/api/user/suggested-tasks', {}],
      ['/api/user/repository/acme/web/microagents', {}],
    ];
    // Only one of the failures is tried on every route.
    const lists = code === 'git_rate_limited' ? all : all.slice(0, 2);
    for (const [path, query] of lists) {
      const given = await api.get(path, query);
      expectProblem(given, status, code);
      expect(given.body.detail).toContain(server.host);
      expect(given.text).not.toContain(TOKEN);
      if (code === 'git_rate_limited') expect(given.headers.get('retry-after')).toBe('42');
      if (path.startsWith('/api/user')) expect(given.body.message).toBe(given.body.detail);
    }
  });

  it('does not hide the results of another provider', async () => {
    const { api } = await newOwner();
    await giveToken({ api } as Owner, TOKEN);
    await giveToken({ api } as Owner, 'token', 'enterprise_sso');

    const { status, body } = await api.get('/api/v1/git/suggested-tasks/search');

    expect([status, body.items.length]).toEqual([200, 3]);
    expect(body.failures).toEqual([
      { provider: 'enterprise_sso', code: 'git_not_supported', detail: expect.stringMatching(/\S/) },
    ]);
    const down: Trouble = () => ({ status: 500 });
    server.trouble = down;
    await giveToken({ api } as Owner, OTHER);
    expect((await api.get('/api/v1/git/suggested-tasks/search')).status).toBeGreaterThanOrEqual(400);
  });
});
