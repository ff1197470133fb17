import { bitbucketDataCenterHost } from '../../../shared/domain/git/bitbucket-data-center/host.ts';
import { describedBy } from './described.ts';
import { type Handler, numberIn, routed } from './routes.ts';
import type { Answering, StubRequest } from './stub-server.ts';
import type { StubbedProvider } from './stubbed-provider.ts';
import * as world from './world.ts';

const { one } = describedBy('bitbucket-data-center');

const notFound = { status: 404, json: { errors: [{ message: 'Repository does not exist' }] } };

/** Lists are paged by the number of the first entry. */
function page<T>({ query }: StubRequest, values: readonly T[], kind: string) {
  const start = numberIn(query, 'start', 0);
  const limit = numberIn(query, 'limit', 25);
  const items = values.slice(start, start + limit);
  const isLastPage = start + limit >= values.length;
  const next = isLastPage ? {} : { nextPageStart: start + limit };
  return { json: one(kind, { size: items.length, limit, start, isLastPage, values: items, ...next }) };
}

const repositoryOf = (slug: string, key: string) => ({
  id: world.idOf(slug),
  slug,
  name: slug,
  public: world.isPublic(slug),
  project: { id: 1, key, type: 'NORMAL', public: false },
});

const hers = world.repositories.map((slug) => repositoryOf(slug, 'acme'));
const all = [...hers, repositoryOf(world.publicOfOthers, 'strangers')];

/** Lists the repositories of the user, without public repositories of others. */
const repositories: Handler = (request) => {
  const name = request.query.get('name') ?? '';
  const key = request.query.get('projectkey');
  return page(
    request,
    hers.filter(({ slug, project }) => slug.includes(name) && (key === null || project.key === key)),
    'Repositories',
  );
};

const branches: Handler = (request, { key, slug }) => {
  if (!world.isThere(slug, key)) return notFound;
  const found = world.branches.filter((name) => name.includes(request.query.get('filterText') ?? ''));
  const list = found.map((name) => {
    return { id: `refs/heads/${name}`, displayId: name, latestCommit: world.shaOf(name), default: name === 'main' };
  });
  return page(request, list, 'Branches');
};

const pulls: Handler = (request) => {
  const repository = { id: 100, slug: 'alpha', project: { key: 'acme' } };
  const list = world.changes.map(({ number, title, problem }) => ({
    id: number,
    title,
    state: 'OPEN',
    fromRef: { id: 'refs/heads/feature/1', latestCommit: world.shaOf(title), repository },
    toRef: { id: 'refs/heads/main', latestCommit: world.shaOf('main'), repository },
    reviewers: [{ status: 'UNAPPROVED' }],
    properties: { openTaskCount: problem === 'comments' ? 1 : 0, resolvedTaskCount: 0, commentCount: 3 },
  }));
  return page(request, request.query.get('role') === 'AUTHOR' ? list : [], 'PullRequests');
};

const builds: Handler = ({ method, body }) => {
  if (method !== 'POST') return { status: 405, json: {} };
  const commits: readonly string[] = JSON.parse(body);
  const countsOf = (sha: string) => ({ failed: sha === world.shaOf('Red') ? 1 : 0, inProgress: 0, successful: 1 });
  return { json: one('BuildCounts', Object.fromEntries(commits.slice(0, 3).map((sha) => [sha, countsOf(sha)]))) };
};

const browse: Handler = (request, { key, slug, rest = '' }) => {
  const children = world.childrenOf(rest);
  if (!world.isThere(slug, key) || children.length === 0) return notFound;
  const names = [world.subdirectory, ...children.map((path) => path.split('/').at(-1) ?? '')];
  const values = names.map((name, index) => ({
    type: index === 0 ? 'DIRECTORY' : 'FILE',
    contentId: world.shaOf(name),
    path: { components: [name], name, extension: '', toString: name },
  }));
  const limit = numberIn(request.query, 'limit', 500);
  const list = { size: values.length, limit, start: 0, isLastPage: true, values };
  return { json: one('Directory', { path: { toString: rest }, children: list }) };
};

const answering: Answering = routed(
  {
    '/bitbucket/rest/api/1.0/application-properties': () => ({
      json: one('Properties', { version: '9.4.0', buildNumber: '9004000', displayName: 'Bitbucket' }),
      headers: { 'x-ausername': world.ada.login },
    }),
    '/bitbucket/rest/api/1.0/users': (request) => {
      const { id, login, name, email } = world.ada;
      const user = { id, name: login, displayName: name, emailAddress: email, slug: login, type: 'NORMAL' };
      return page(request, request.query.get('filter') === login ? [user] : [], 'Users');
    },
    '/bitbucket/rest/api/1.0/projects': (request) => {
      const list = world.organizations.map((key, id) => ({ id, key, name: key, type: 'NORMAL', public: false }));
      return page(request, list, 'Projects');
    },
    '/bitbucket/rest/api/1.0/projects/:key/repos': (request, { key }) =>
      page(request, key === 'acme' ? hers : [], 'Repositories'),
    '/bitbucket/rest/api/1.0/repos': repositories,
    '/bitbucket/rest/api/1.0/projects/:key/repos/:slug': (_, { key, slug }) => {
      const found = all.find((repository) => repository.slug === slug && repository.project.key === key);
      return found ? { json: one('Repository', found) } : notFound;
    },
    '/bitbucket/rest/api/1.0/projects/:key/repos/:slug/default-branch': () => ({
      json: one('DefaultBranch', { id: 'refs/heads/main', displayId: 'main' }),
    }),
    '/bitbucket/rest/api/1.0/projects/:key/repos/:slug/branches': branches,
    '/bitbucket/rest/api/1.0/projects/:key/repos/:slug/pull-requests/:id/merge': (_, { id }) => ({
      json: one('Mergeability', { conflicted: id === '11', outcome: id === '11' ? 'CONFLICTED' : 'CLEAN' }),
    }),
    '/bitbucket/rest/api/1.0/projects/:key/repos/:slug/browse/*': browse,
    '/bitbucket/rest/api/1.0/projects/:key/repos/:slug/raw/*': (_, { rest = '' }) => {
      const bytes = world.files[rest];
      return bytes === undefined ? notFound : { bytes };
    },
    '/bitbucket/rest/api/1.0/dashboard/pull-requests': pulls,
    '/bitbucket/rest/build-status/1.0/commits/stats': builds,
  },
  notFound,
);

export const bitbucketDataCenterStub: StubbedProvider = {
  name: 'Bitbucket Data Center',
  provider: 'bitbucket_data_center',
  make: bitbucketDataCenterHost,
  token: 'BBDC-SuperSecretOfAda',
  authorization: 'Bearer BBDC-SuperSecretOfAda',
  basePath: '/bitbucket',
  fullName: (name, project = 'acme') => `${project}/${name}`,
  pageOf: (fullName) => `/projects/${fullName.replace('/', '/repos/')}/browse`,
  hasIssues: false,
  hasNumberedPages: true,
  searchesAll: false,
  refusal: (status) => ({ status, json: { errors: [{ message: `${status} refused` }] } }),
  answering,
};
