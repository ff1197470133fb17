import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GitFailure, GitHostError } from '../../../shared/domain/git/failures.ts';
import type { GitHost, GitPage, PageRequest } from '../../../shared/domain/git/git-host.ts';
import { type Behaviour, StubServer } from './stub-server.ts';
import { baseUrlOf, fetchTo, hostAt, type StubbedProvider } from './stubbed-provider.ts';
import * as world from './world.ts';

const first = { pageId: null, limit: 3 };
const order = null;

/** The tests of the port, run against the stub of one provider. */
export function describeGitHost(stub: StubbedProvider): void {
  describe(stub.name, () => {
    let server: StubServer;
    let host: GitHost;

    beforeAll(async () => {
      server = await StubServer.start(() => 'silence');
    });
    afterAll(() => server.stop());
    beforeEach(() => {
      server.requests.length = 0;
      server.answering = (request) =>
        request.headers.authorization === stub.authorization ? stub.answering(request) : stub.refusal(401);
      host = hostAt(stub, server);
    });

    it('returns the user of the token and their organizations', async () => {
      const { name, login } = await host.user();
      expect([name, login]).toContain(world.ada.name);
      const { items } = await host.installations({ pageId: null, limit: 100 });
      expect(await host.organizations()).toEqual(stub.name.includes('one organization') ? [] : world.organizations);
      expect(items).toContain(stub.name.includes('one organization') ? 'web' : 'acme');
    });

    it('lists installations page by page', async () => {
      const whole = await host.installations({ pageId: null, limit: 100 });
      expect(await everyPage((page) => host.installations(page), 1)).toEqual(whole.items);
    });

    it('lists the repositories page by page, of all and of one installation', async () => {
      const names = world.repositories.map((name) => stub.fullName(name));
      const all = await everyPage((page) => host.repositories({ ...page, installation: null, order }), 3);
      expect(all.map(({ full_name }) => full_name).sort()).toEqual(names);
      const [installation = ''] = (await host.installations({ pageId: null, limit: 1 })).items;
      const some = await everyPage((page) => host.repositories({ ...page, installation, order }), 3);
      expect(some.map(({ full_name }) => full_name).sort()).toEqual(names);
      const zeta = all.find(({ full_name }) => full_name === stub.fullName('zeta'));
      expect(zeta).toMatchObject({ git_provider: stub.provider, is_public: true });
      expect(all.filter(({ is_public }) => is_public)).toHaveLength(1);
    });

    it('derives page ids from page numbers, if pages have numbers', async () => {
      const all = { limit: 3, installation: null, order };
      expect(host.pageIdOf !== undefined).toBe(stub.hasNumberedPages);
      const one = await host.repositories({ ...all, pageId: host.pageIdOf?.(1, 3) ?? null });
      expect(one).toEqual(await host.repositories({ ...all, pageId: null }));
      if (!host.pageIdOf) return;
      expect(host.pageIdOf(2, 3)).toBe(one.nextPageId);
      const branches = await host.branches(stub.fullName('alpha'), { ...first, text: null });
      expect(host.pageIdOf(2, 3)).toBe(branches.nextPageId);
    });

    it('supports each sort order', async () => {
      for (const field of ['stars', 'forks', 'updated', 'pushed', 'created', 'full_name'] as const) {
        const page = await host.repositories({ ...first, installation: null, order: { field, descending: true } });
        expect(page.items).toHaveLength(3);
      }
    });

    it('searches repositories by a part of their name, page by page', async () => {
      const found = await everyPage((page) => host.searchRepositories({ ...page, text: 'par', order }), 2);
      const names = ['parser', 'parser-web', 'sparrow'].map((name) => stub.fullName(name));
      expect(found.map(({ full_name }) => full_name).sort()).toEqual(names);
      expect(await host.searchRepositories({ ...first, text: 'nothing-like-it', order })).toMatchObject({ items: [] });
      const others = await host.searchRepositories({ ...first, text: world.publicOfOthers, order });
      expect(others.items).toHaveLength(stub.searchesAll ? 1 : 0);
    });

    it('finds a public repository of others by its name and by its address', async () => {
      const name = stub.fullName(world.publicOfOthers, stub.fullName('', 'strangers').replace(/\/$/, ''));
      const base = baseUrlOf(stub, server);
      for (const text of [name, `${base}${stub.pageOf(name)}`, ` ${base}/${name}.git `]) {
        const { items, nextPageId } = await host.searchRepositories({ ...first, text, order });
        expect({ text, names: items.map(({ full_name }) => full_name) }).toEqual({ text, names: [name] });
        expect(nextPageId).toBeNull();
      }
      const elsewhere = await host.searchRepositories({ ...first, text: `https://elsewhere.example/${name}`, order });
      expect(elsewhere).toEqual({ items: [], nextPageId: null });
    });

    it('looks up a repository, and returns undefined if there is none', async () => {
      const name = stub.fullName('alpha');
      expect(await host.repository(name)).toMatchObject({ full_name: name, main_branch: 'main', is_public: false });
      expect(await host.repository(stub.fullName('missing'))).toBeUndefined();
    });

    it('lists branches page by page, and those with a text in their name', async () => {
      const repository = stub.fullName('alpha');
      const all = await everyPage((page) => host.branches(repository, { ...page, text: null }), 3);
      expect(all.map(({ name }) => name).sort()).toEqual([...world.branches].sort());
      expect(all.find(({ name }) => name === 'fix/login')?.commit_sha).toBe(world.shaOf('fix/login'));
      const features = await everyPage((page) => host.branches(repository, { ...page, text: 'feature' }), 2);
      expect(features.map(({ name }) => name).sort()).toEqual(world.branches.slice(1, 6));
      await expectFailure(host.branches(stub.fullName('missing'), { ...first, text: null }), 'not_found');
    });

    it('suggests what needs work, in at most 10 requests', async () => {
      const tasks = await host.suggestedTasks();
      expect(tasks.map(({ task_type, issue_number, title }) => [task_type, issue_number, title])).toEqual([
        ['MERGE_CONFLICTS', 11, 'In conflict'],
        ['FAILING_CHECKS', 12, 'Red'],
        ['UNRESOLVED_COMMENTS', 13, 'Discussed'],
        ...(stub.hasIssues ? [['OPEN_ISSUE', 21, 'A broken link']] : []),
      ]);
      expect(new Set(tasks.map(({ repo }) => repo))).toEqual(new Set([stub.fullName('alpha')]));
      expect(server.requests.length).toBeLessThanOrEqual(10);
    });

    it('lists and reads files of the default branch', async () => {
      const repository = stub.fullName('alpha');
      const files = await host.filesIn(repository, world.directory);
      expect(files).toEqual(['style.md', 'tests.md'].map((name) => ({ name, path: `${world.directory}/${name}` })));
      expect(await host.filesIn(repository, 'no/such/directory')).toEqual([]);
      const names = (await host.filesIn(repository, '')).map(({ name, path }) => [name, path]);
      expect(names).toEqual(['logo.png', 'large.txt'].map((name) => [name, name]));
      expect(await host.readFile(repository, `${world.directory}/style.md`)).toBe('# Style ✓\n');
      expect(await host.readFile(repository, 'no/such/file.md')).toBeUndefined();
      await expectFailure(host.readFile(repository, 'logo.png'), 'malformed_answer');
      await expectFailure(host.readFile(repository, 'large.txt'), 'malformed_answer');
    });

    it("lets no name and no page id escape the provider's API", async () => {
      for (const name of ['..', '../..', 'a/../../b', './x', '/', 'a//b', 'x'.repeat(5_000)]) {
        expect(await host.repository(name)).toBeUndefined();
        expect(await host.readFile(name, 'a')).toBeUndefined();
        await expectFailure(host.branches(name, { ...first, text: null }), 'not_found');
      }
      expect(server.requests).toEqual([]);
      for (const path of ['../../user', 'a/../../b', '..']) {
        expect(await host.readFile(stub.fullName('alpha'), path)).toBeUndefined();
        expect(await host.filesIn(stub.fullName('alpha'), path)).toEqual([]);
      }
      expect(server.requests.filter(({ path }) => path.includes('..') || path.at(-1) === 'user')).toEqual([]);
      for (const pageId of ['https://elsewhere.example/?page=2', '-1', '1e3', '99999999999', 'a b', '\0']) {
        await host.repositories({ pageId, limit: 3, installation: null, order }).catch(isNotFound);
        await host.installations({ pageId, limit: 3 }).catch(isNotFound);
        await host.branches(stub.fullName('alpha'), { pageId, limit: 3, text: null }).catch(isNotFound);
      }
    });

    const askAll: Readonly<Record<string, (one: GitHost) => Promise<unknown>>> = {
      user: (one) => one.user(),
      installations: (one) => one.installations(first),
      repositories: (one) => one.repositories({ ...first, installation: null, order }),
      searchRepositories: (one) => one.searchRepositories({ ...first, text: 'par', order }),
      repository: (one) => one.repository(stub.fullName('alpha')),
      branches: (one) => one.branches(stub.fullName('alpha'), { ...first, text: 'feature' }),
      suggestedTasks: (one) => one.suggestedTasks(),
      filesIn: (one) => one.filesIn(stub.fullName('alpha'), world.directory),
      readFile: (one) => one.readFile(stub.fullName('alpha'), 'README.md'),
    };

    /** Expects every method to fail this way, with a message without secrets. */
    async function expectAll(failure: GitFailure, one: GitHost, leaveOut: readonly string[] = []) {
      const errors: Record<string, GitHostError> = {};
      await Promise.all(
        Object.entries(askAll)
          .filter(([method]) => !leaveOut.includes(method))
          .map(async ([method, ask]) => {
            errors[method] = await expectFailure(ask(one), failure, method);
          }),
      );
      return errors;
    }

    it('reports a wrong token', async () => {
      await expectAll('token_refused', hostAt(stub, server, { token: 'wrong-but-secret' }));
    });

    /** The response repeats the token, which must not reach users. */
    const echo = (answer: Behaviour) =>
      typeof answer === 'string' ? answer : { ...answer, json: { echo: stub.token } };

    it.each<[GitFailure, number, Readonly<Record<string, string>>]>([
      ['scope_missing', 403, {}],
      ['rate_limited', 403, { 'retry-after': '30' }],
      ['rate_limited', 429, { 'retry-after': '30' }],
      ['failing', 502, {}],
      ['timed_out', 504, {}],
      ['failing', 400, {}],
    ])('reports %s for the status %i', async (failure, status, headers) => {
      server.answering = () => echo({ ...stub.refusal(status), headers });
      const errors = await expectAll(failure, host);
      const waits = new Set(Object.values(errors).map(({ retryAfterSeconds }) => retryAfterSeconds));
      expect(waits).toEqual(new Set([headers['retry-after'] ? 30 : undefined]));
    });

    it('reports a timeout before or during a response', async () => {
      const hasty = hostAt(stub, server, { fetch: fetchTo(stub, server, 40) });
      for (const behaviour of ['silence', 'stalled'] as const) {
        server.answering = () => behaviour;
        await expectAll('timed_out', hasty);
      }
    });

    it('reports a malformed response', async () => {
      // Bitbucket Data Center returns the user in this header.
      const headers = { 'x-ausername': world.ada.login };
      for (const json of [{ echo: stub.token }, [{ echo: stub.token }]]) {
        server.answering = () => ({ json, headers });
        await expectAll('malformed_answer', host, ['readFile']);
      }
      server.answering = () => ({ bytes: '<html>' });
      await expectAll('malformed_answer', host, ['readFile']);
    });

    it('reads no answer without end', async () => {
      server.answering = () => 'endless';
      await expectFailure(host.user(), 'malformed_answer');
      await expectFailure(host.readFile(stub.fullName('alpha'), 'README.md'), 'malformed_answer');
      await expect.poll(() => server.cut).toBe(2);
    });

    it('reports an unreachable provider', async () => {
      const fetch = () => Promise.reject(new TypeError(`fetch failed with ${stub.token}`));
      await expectAll('unreachable', hostAt(stub, server, { fetch }));
    });

    async function expectFailure(asked: Promise<unknown>, failure: GitFailure, what = ''): Promise<GitHostError> {
      const error: unknown = await asked.then(
        (answer) => new Error(`${what} was answered: ${inspect(answer)}`),
        (reason: unknown) => reason,
      );
      if (!(error instanceof GitHostError)) throw error;
      expect({ what, failure: error.failure, message: error.message }).toMatchObject({ what, failure });
      expect(error.message).toMatch(/^\S[^\n]*\.$/);
      for (const secret of [stub.token, stub.authorization, 'wrong-but-secret']) {
        expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(secret);
      }
      return error;
    }
  });
}

/** Fails the test on any other error, such as a request to another host. */
const isNotFound = (error: unknown) => {
  expect(error).toMatchObject({ failure: 'not_found' });
};

/** Reads a list to its end. */
async function everyPage<T>(read: (page: PageRequest) => Promise<GitPage<T>>, limit: number): Promise<T[]> {
  const items: T[] = [];
  let pageId: string | null = null;
  for (let pages = 0; pages < 20; pages++) {
    const page: GitPage<T> = await read({ pageId, limit });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    pageId = page.nextPageId;
    if (pageId === null) return items;
    // Page ids must be printable ASCII.
    expect(pageId).toMatch(/^[\x21-\x7e]{1,600}$/);
  }
  throw new Error('the list has no end');
}
