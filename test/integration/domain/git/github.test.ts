import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { GitHost, RepositoryOrder } from '../../../../shared/domain/git/git-host.ts';
import { gitHubHost } from '../../../../shared/domain/git/github/host.ts';
import { boundedFetch } from '../../../../shared/platform/outbound/bounded-fetch.ts';
import { resolveBySystem } from '../../../../shared/platform/outbound/target.ts';
import { startGitHub } from '../../../support/git/github-server.ts';
import type { Answer } from '../../../support/git/provider-server.ts';

const named = (names: readonly string[]) => names.map((full_name) => ({ full_name }));
const pull = (number: number, changes: object) => ({
  number,
  title: `change ${number}`,
  mergeable: 'MERGEABLE',
  repository: { nameWithOwner: 'octocat/site' },
  commits: { nodes: [{ commit: { statusCheckRollup: { state: 'SUCCESS' } } }] },
  reviewThreads: { nodes: [{ isResolved: true }] },
  reviews: { totalCount: 0 },
  ...changes,
});
const issue = { number: 9, title: 'a wish', repository: { nameWithOwner: 'acme/api' } };

const server = await startGitHub({
  tokens: ['ghp_good', 'ghu_app'],
  organizations: ['acme', 'beta'],
  installations: { 7: named(['acme/api', 'acme/web', 'acme/docs']), 8: [] },
  own: [
    { full_name: 'octocat/site', pushed_at: '2026-03-01T00:00:00Z' },
    { full_name: 'acme/api', isPrivate: true, pushed_at: '2026-02-01T00:00:00Z' },
    { full_name: 'octocat/old', pushed_at: '2020-01-01T00:00:00Z' },
  ],
  others: named(['other/api-kit', 'other/api', 'another/apis']).map((one, index) => ({ ...one, stars: index })),
  branches: ['main', ...Array.from({ length: 4 }, (_, index) => `feature-${index}`)],
  files: { '.openhands/microagents/a.md': 'text ü', '.cursorrules': 'rules', 'big.bin': '' },
  work: {
    viewer: {
      pullRequests: {
        nodes: [
          pull(1, { mergeable: 'CONFLICTING' }),
          pull(2, { commits: { nodes: [{ commit: { statusCheckRollup: { state: 'FAILURE' } } }] } }),
          pull(3, { reviewThreads: { nodes: [{ isResolved: true }, { isResolved: false }] } }),
          pull(4, { reviews: { totalCount: 1 } }),
          pull(5, { commits: { nodes: [{ commit: { statusCheckRollup: null } }] } }),
          null,
        ],
      },
    },
    search: { nodes: [issue, null] },
  },
});
afterAll(() => server.close());
beforeEach(() => {
  server.trouble = () => undefined;
  server.asked.length = 0;
});

const limits = { timeout: 5_000, totalTimeout: 5_000, maxRequests: 10, maxBytes: 2_000_000 };
const connect = (token = 'ghp_good', timeout = limits.timeout): GitHost =>
  gitHubHost({
    provider: 'github',
    baseUrl: server.url,
    token,
    fetch: boundedFetch({ resolve: resolveBySystem, loopback: true }, { ...limits, timeout }),
  });
const first = { pageId: null, limit: 2 };
const pushed: RepositoryOrder = { field: 'pushed', descending: true };
const all = { ...first, installation: null, order: null };
const namesOf = ({ items }: { readonly items: readonly { readonly full_name: string }[] }) =>
  items.map(({ full_name }) => full_name);

describe('GitHub', () => {
  it("names the token's user", async () => {
    expect(await connect().user()).toEqual({
      id: '1',
      login: 'octocat',
      avatar_url: 'https://github.com/images/error/octocat_happy.gif',
      company: 'GitHub',
      name: 'monalisa octocat',
      email: 'octocat@github.com',
    });
    expect(await connect().organizations()).toEqual(['acme', 'beta']);
  });

  it("accepts a token with its user's name", async () => {
    expect((await connect('ann:ghp_good').user()).login).toBe('octocat');
  });

  it('lists repositories in pages, the last pushed first', async () => {
    const page = await connect().repositories(all);
    const next = await connect().repositories({ ...all, pageId: page.nextPageId });

    expect([namesOf(page), namesOf(next), next.nextPageId]).toEqual([
      ['octocat/site', 'acme/api'],
      ['octocat/old'],
      null,
    ]);
    expect(page.items[1]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      full_name: 'acme/api',
      git_provider: 'github',
      is_public: false,
      stargazers_count: 1,
      pushed_at: '2026-02-01T00:00:00Z',
      owner_type: 'organization',
      main_branch: 'main',
    });
    const byName = { field: 'full_name', descending: false } as const;
    expect(namesOf(await connect().repositories({ ...all, order: byName }))).toEqual(['acme/api', 'octocat/old']);
    const byStars = connect().repositories({ ...all, order: { field: 'stars', descending: true } });
    await expect(byStars).rejects.toMatchObject({ failure: 'not_supported' });
  });

  it('lists installations of an app, and one for a personal token', async () => {
    expect(await connect().installations(first)).toEqual({ items: ['all'], nextPageId: null });
    expect(server.asked).toEqual([]);
    expect(namesOf(await connect().repositories({ ...all, installation: 'all' }))).toHaveLength(2);

    const app = connect('ghu_app');
    expect(await app.installations({ ...first, limit: 1 })).toEqual({ items: ['7'], nextPageId: '2' });
    const page = await app.repositories({ ...all, installation: '7', order: pushed });
    expect([namesOf(page), page.nextPageId]).toEqual([['acme/api', 'acme/web'], '2']);
    const unknown = app.repositories({ ...all, installation: 'x/../y' });
    await expect(unknown).rejects.toMatchObject({ failure: 'not_found' });
  });

  it('searches own repositories first, and each once', async () => {
    const found: string[] = [];
    let pageId: string | null = null;
    do {
      const page = await connect().searchRepositories({ text: 'api', order: null, pageId, limit: 2 });
      found.push(...namesOf(page));
      pageId = page.nextPageId;
    } while (pageId !== null);

    expect(found).toEqual(['acme/api', 'other/api-kit', 'other/api', 'another/apis']);
    const order = { field: 'stars', descending: true } as const;
    const byStars = await connect().searchRepositories({ text: 'api', order, pageId: null, limit: 2 });
    expect(namesOf(byStars)).toEqual(['another/apis', 'other/api']);
  });

  it('finds a repository by its name', async () => {
    expect(await connect().repository('other/api')).toMatchObject({ full_name: 'other/api', is_public: true });
    expect(await connect().repository('other/none')).toBeUndefined();
    expect(await connect().repository('a/b/c')).toBeUndefined();
  });

  it('lists and searches branches in pages', async () => {
    const page = await connect().branches('octocat/site', { ...first, text: null });
    const found = await connect().branches('octocat/site', { limit: 3, pageId: null, text: 'feature' });
    const rest = await connect().branches('octocat/site', { limit: 3, pageId: found.nextPageId, text: 'feature' });

    const commit_sha = 'c5b97d5ae6c19d5c5df71a34c7fbeeda2479ccbc';
    expect(page).toEqual({
      items: [
        { name: 'main', commit_sha, protected: true, last_push_date: null },
        { name: 'feature-0', commit_sha, protected: false, last_push_date: null },
      ],
      nextPageId: '2',
    });
    expect(rest).toEqual({
      items: [{ name: 'feature-3', commit_sha, protected: false, last_push_date: '2026-01-02T03:04:05Z' }],
      nextPageId: null,
    });
    for (const text of [null, 'x']) {
      const unknown = connect().branches('octocat/none', { ...first, text });
      await expect(unknown).rejects.toMatchObject({ failure: 'not_found' });
    }
  });

  it('suggests unmergeable changes and assigned issues with one request', async () => {
    const tasks = await connect().suggestedTasks();

    expect(tasks.map(({ task_type, issue_number }) => [task_type, issue_number])).toEqual([
      ['MERGE_CONFLICTS', 1],
      ['FAILING_CHECKS', 2],
      ['UNRESOLVED_COMMENTS', 3],
      ['UNRESOLVED_COMMENTS', 4],
      ['OPEN_ISSUE', 9],
    ]);
    expect(tasks.at(-1)).toEqual({
      git_provider: 'github',
      task_type: 'OPEN_ISSUE',
      repo: 'acme/api',
      issue_number: 9,
      title: 'a wish',
    });
    expect(server.asked).toHaveLength(1);
  });

  it('reads directories and files', async () => {
    expect(await connect().filesIn('octocat/site', '.openhands/microagents')).toEqual([
      { name: 'a.md', path: '.openhands/microagents/a.md' },
    ]);
    expect(await connect().filesIn('octocat/site', 'none')).toEqual([]);
    expect(await connect().readFile('octocat/site', '.openhands/microagents/a.md')).toBe('text ü');
    expect(await connect().readFile('octocat/site', 'none.md')).toBeUndefined();
    await expect(connect().filesIn('octocat/none', 'x')).rejects.toMatchObject({ failure: 'not_found' });
  });
});

const date = 'Mon, 23 Nov 2026 07:00:00 GMT';
const reset = String(Date.parse(date) / 1000 + 90);

describe('a failure of GitHub', () => {
  it.each<[string, Answer | 'silence' | 'hang up', object]>([
    ['a wrong token', { status: 401, body: { message: 'Bad credentials' } }, { failure: 'token_refused' }],
    [
      'a missing scope',
      { status: 403, headers: { 'X-Accepted-OAuth-Scopes': 'repo' }, body: { message: 'Resource not accessible' } },
      { failure: 'scope_missing', message: expect.stringContaining('it needs repo') },
    ],
    [
      'single sign-on',
      { status: 403, headers: { 'X-GitHub-SSO': 'required; url=https://x' }, body: {} },
      { failure: 'scope_missing', message: expect.stringContaining('single sign-on') },
    ],
    [
      'the rate limit',
      { status: 403, headers: { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': reset, Date: date }, body: {} },
      { failure: 'rate_limited', retryAfterSeconds: 90 },
    ],
    [
      'the second rate limit',
      { status: 429, headers: { 'Retry-After': '30' }, body: {} },
      { failure: 'rate_limited', retryAfterSeconds: 30 },
    ],
    ['silence', 'silence', { failure: 'timed_out' }],
    ['a closed connection', 'hang up', { failure: 'unreachable' }],
    ['a failure of its own', { status: 502, body: '<html>' }, { failure: 'failing' }],
    ['a page in the place of JSON', { body: '<html>ghp_good</html>' }, { failure: 'malformed_answer' }],
    ['JSON that is none', { body: '{"login":' }, { failure: 'malformed_answer' }],
    ['another answer', { body: { login: 7 } }, { failure: 'malformed_answer' }],
    ['a long answer', { body: 'x'.repeat(2_000_001) }, { failure: 'malformed_answer' }],
    ['another host', { status: 302, headers: { Location: 'https://example.com' } }, { failure: 'malformed_answer' }],
  ])('has its kind and the name of its host: %s', async (_, answer, expected) => {
    server.trouble = () => answer;
    const asked = connect('ghp_good', answer === 'silence' ? 50 : 5_000);

    const error = await asked.user().catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ name: 'GitHostError', provider: 'github', ...expected });
    expect(String((error as Error).message)).toContain(server.host);
    expect(JSON.stringify(error) + String((error as Error).message)).not.toContain('ghp_good');
  });

  it('of GraphQL has the kind that follows from its type', async () => {
    const failing = (errors: unknown) => () => ({ body: { data: null, errors } });
    for (const [type, failure] of [
      ['RATE_LIMITED', 'rate_limited'],
      ['INSUFFICIENT_SCOPES', 'scope_missing'],
      ['SOMETHING', 'failing'],
    ]) {
      server.trouble = failing([{ type, message: 'no' }]);
      await expect(connect().suggestedTasks()).rejects.toMatchObject({ failure });
    }
    server.trouble = failing(undefined);
    await expect(connect().suggestedTasks()).rejects.toMatchObject({ failure: 'malformed_answer' });
  });
});
