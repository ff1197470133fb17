import { forgejoHost } from '../../../shared/domain/git/forgejo/host.ts';
import { describedBy } from './described.ts';
import { type Handler, numberIn, pageByNumber, routed } from './routes.ts';
import type { StubRequest } from './stub-server.ts';
import type { StubbedProvider } from './stubbed-provider.ts';
import * as world from './world.ts';

const { one, many } = describedBy('forgejo');

const notFound = { status: 404, json: { message: 'not found', url: '/api/swagger' } };

/** Lists are paged by number; a header links to the next page and another counts all. */
function pageOf<T>({ query, origin, path }: StubRequest, all: readonly T[]) {
  const number = numberIn(query, 'page', 1);
  const { items, hasNext } = pageByNumber(all, number, Math.min(numberIn(query, 'limit', 30), 50));
  const total = { 'x-total-count': String(all.length) };
  const next = `<${origin}/${path.join('/')}?page=${number + 1}>; rel="next",<${origin}>; rel="last"`;
  return { items, headers: hasNext ? { ...total, link: next } : total };
}

const repositoryOf = (name: string, owner: string) => ({
  id: world.idOf(name),
  full_name: `${owner}/${name}`,
  name,
  private: !world.isPublic(name),
  internal: false,
  stars_count: 3,
  forks_count: 1,
  updated_at: world.pushedAt,
  default_branch: 'main',
  owner: { id: 40, login: owner },
});

const hers = world.repositories.map((name) => repositoryOf(name, 'acme'));
const everyone = [...hers, repositoryOf(world.publicOfOthers, 'strangers')];
const organizations = world.organizations.map((name, index) => ({
  id: 40 + index,
  name,
  username: name,
  full_name: '',
}));

const search: Handler = (request) => {
  const uid = request.query.get('uid');
  const text = request.query.get('q') ?? '';
  const owned = uid === null ? everyone : ['7', '40'].includes(uid) ? hers : [];
  const { items, headers } = pageOf(
    request,
    owned.filter(({ name }) => name.includes(text)),
  );
  return { json: one('SearchResults', { ok: true, data: items }), headers };
};

const branches: Handler = (request, { owner, name }) => {
  if (!world.isThere(name, owner)) return notFound;
  const { items, headers } = pageOf(request, world.branches);
  const list = items.map((branch) => ({
    name: branch,
    protected: branch === 'main',
    commit: { id: world.shaOf(branch), timestamp: world.pushedAt },
  }));
  return { json: many('Branch', list), headers };
};

const issues: Handler = ({ query }) => {
  const repository = { id: 100, name: 'alpha', owner: 'acme', full_name: 'acme/alpha' };
  const issueOf = ({ number, title }: { number: number; title: string }) => {
    return { id: number, number, title, state: 'open', repository };
  };
  const pulls = world.changes.map((change) => ({ ...issueOf(change), pull_request: { draft: false, merged: false } }));
  if (query.get('type') === 'pulls') return { json: many('Issue', query.get('created') === 'true' ? pulls : []) };
  return { json: many('Issue', query.get('assigned') === 'true' ? [issueOf(world.issue)] : []) };
};

const changeOf = (number: string | undefined) => world.changes.find((change) => String(change.number) === number);

const pull: Handler = (_, { number }) => {
  const change = changeOf(number);
  if (!change) return notFound;
  const { title, problem } = change;
  const head = { ref: 'feature/1', sha: world.shaOf(title) };
  const review_comments = problem === 'comments' ? 2 : 0;
  const mergeable = problem !== 'conflict';
  const answer = { id: change.number, number: change.number, title, mergeable, draft: false, review_comments, head };
  return { json: one('PullRequest', answer) };
};

const status: Handler = (_, { sha = '' }) => {
  const state = sha === world.shaOf('Red') ? 'failure' : 'success';
  return { json: one('CombinedStatus', { sha, state, total_count: 1 }) };
};

const reviews: Handler = (_, { number }) => {
  const state = changeOf(number)?.problem === 'comments' ? 'REQUEST_CHANGES' : 'COMMENT';
  return { json: many('Review', [{ id: 1, state, dismissed: false, stale: false }]) };
};

const contents: Handler = (_, { owner, name, rest = '' }) => {
  const children = world.childrenOf(rest);
  if (!world.isThere(name, owner) || children.length === 0) return notFound;
  const entryOf = (path: string, type: string) => {
    return { name: path.split('/').at(-1) ?? '', path, type, size: 9, sha: world.shaOf(path) };
  };
  const entries = children.map((path) => entryOf(path, 'file'));
  return { json: many('Contents', [entryOf(world.subdirectoryOf(rest), 'dir'), ...entries]) };
};

export const forgejoStub: StubbedProvider = {
  name: 'Forgejo',
  provider: 'forgejo',
  make: forgejoHost,
  token: 'forgejo-SuperSecretOfAda',
  authorization: 'token forgejo-SuperSecretOfAda',
  // Many Forgejo servers are below a path.
  basePath: '/forge',
  fullName: (name, organization = 'acme') => `${organization}/${name}`,
  pageOf: (fullName) => `/${fullName}/src/branch/main/docs`,
  hasIssues: true,
  hasNumberedPages: true,
  searchesAll: true,
  refusal: (status) => ({ status, json: { message: `${status} refused` } }),
  answering: routed(
    {
      '/forge/api/v1/user': () => {
        const { id, login, name, email } = world.ada;
        return {
          json: one('User', { id, login, full_name: name, email, avatar_url: 'https://forge.example/ada.png' }),
        };
      },
      '/forge/api/v1/user/orgs': (request) => {
        const { items, headers } = pageOf(request, organizations);
        return { json: many('Organization', items), headers };
      },
      '/forge/api/v1/orgs/:name': (_, { name }) => {
        const found = organizations.find(({ username }) => username === name);
        return found ? { json: one('Organization', found) } : notFound;
      },
      '/forge/api/v1/repos/search': search,
      '/forge/api/v1/repos/issues/search': issues,
      '/forge/api/v1/repos/:owner/:name': (_, { owner = '', name = '' }) =>
        world.isThere(name, owner) ? { json: one('Repository', repositoryOf(name, owner)) } : notFound,
      '/forge/api/v1/repos/:owner/:name/branches': branches,
      '/forge/api/v1/repos/:owner/:name/pulls/:number': pull,
      '/forge/api/v1/repos/:owner/:name/pulls/:number/reviews': reviews,
      '/forge/api/v1/repos/:owner/:name/commits/:sha/status': status,
      '/forge/api/v1/repos/:owner/:name/contents/*': contents,
      '/forge/api/v1/repos/:owner/:name/raw/*': (_, { rest = '' }) => {
        const bytes = world.files[rest];
        return bytes === undefined ? notFound : { bytes };
      },
    },
    notFound,
  ),
};
