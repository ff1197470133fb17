import { bitbucketHost } from '../../../shared/domain/git/bitbucket/host.ts';
import { describedBy } from './described.ts';
import { type Handler, numberIn, pageByNumber, routed } from './routes.ts';
import type { StubRequest } from './stub-server.ts';
import type { StubbedProvider } from './stubbed-provider.ts';
import * as world from './world.ts';

const { one, many } = describedBy('bitbucket');

const notFound = { status: 404, json: { type: 'error', error: { message: 'Repository not found' } } };

const UUID = '{5c2a8b36-8c1b-4d0d-8b9c-1d2f3a4b5c6d}';

/** Lists are paged by number and link to the next page. */
function page<T>({ query, path }: StubRequest, all: readonly T[], kind: string) {
  const number = numberIn(query, 'page', 1);
  const pagelen = numberIn(query, 'pagelen', 10);
  const { items, hasNext } = pageByNumber(all, number, pagelen);
  const next = `https://api.bitbucket.org/${path.join('/')}?pagelen=${pagelen}&page=${number + 1}`;
  const list = one('List', { page: number, pagelen, size: all.length, ...(hasNext ? { next } : {}) });
  return { json: { ...list, values: many(kind, items) } };
}

/** The unquoted text of a filter by name. */
function named(query: URLSearchParams): string {
  const [, text = ''] = /^name ~ "(.*)"$/.exec(query.get('q') ?? '') ?? [];
  return text.replace(/\\(.)/g, '$1');
}

const repositoryOf = (name: string, workspace: string) => ({
  uuid: `{${world.idOf(name)}}`,
  full_name: `${workspace}/${name}`,
  name,
  is_private: !world.isPublic(name),
  updated_on: world.pushedAt,
  created_on: world.pushedAt,
  mainbranch: { name: 'main' },
  owner: { uuid: UUID, type: 'team' },
});

const repositories: Handler = (request, { workspace = '' }) => {
  const theirs = workspace === 'strangers' ? [world.publicOfOthers] : workspace === 'acme' ? world.repositories : [];
  if (![...world.organizations, 'strangers'].includes(workspace)) return notFound;
  const found = theirs.filter((name) => name.includes(named(request.query)));
  return page(
    request,
    found.map((name) => repositoryOf(name, workspace)),
    'Repository',
  );
};

const branches: Handler = (request, { workspace, slug }) => {
  if (!world.isThere(slug, workspace)) return notFound;
  const found = world.branches.filter((name) => name.includes(named(request.query)));
  const list = found.map((name) => ({ name, target: { hash: world.shaOf(name), date: world.pushedAt } }));
  return page(request, list, 'Branch');
};

const pulls: Handler = (request, { workspace, user }) => {
  if (user !== UUID || request.query.get('state') !== 'OPEN') return notFound;
  const destination = { repository: { full_name: 'acme/alpha' } };
  const list = world.changes.map(({ number, title, problem }) => {
    const task_count = problem === 'comments' ? 1 : 0;
    return { id: number, title, state: 'OPEN', task_count, comment_count: 4, destination, participants: [] };
  });
  return page(request, workspace === 'acme' ? list : [], 'PullRequest');
};

const conflicts: Handler = (request, { id }) => {
  const conflict = { path: 'a.ts', type: 'file_conflict', scenario: 'content', message: 'both changed it' };
  return page(request, id === '11' ? [conflict] : [], 'FileConflict');
};

const statuses: Handler = (request, { id }) =>
  page(request, [{ key: 'build', state: id === '12' ? 'FAILED' : 'SUCCESSFUL' }], 'CommitStatus');

const source: Handler = (request, { workspace, slug, commit, rest = '' }) => {
  // The path of a directory ends with a slash, including the root.
  if (!world.isThere(slug, workspace) || commit !== 'main' || request.path.length < 7) return notFound;
  const bytes = world.files[rest];
  const path = rest.replace(/\/$/, '');
  if (bytes !== undefined) return { bytes };
  const children = world.childrenOf(path);
  if (children.length === 0) return notFound;
  const entries = children.map((path) => ({ type: 'commit_file', path }));
  const all = [{ type: 'commit_directory', path: world.subdirectoryOf(path) }, ...entries];
  return page(request, all, 'TreeEntry');
};

export const bitbucketStub: StubbedProvider = {
  name: 'Bitbucket',
  provider: 'bitbucket',
  make: bitbucketHost,
  token: 'ada@example.com:ATATT-SuperSecretOfAda',
  authorization: `Basic ${Buffer.from('ada@example.com:ATATT-SuperSecretOfAda').toString('base64')}`,
  baseUrl: 'https://bitbucket.org',
  hosts: ['api.bitbucket.org'],
  fullName: (name, workspace = 'acme') => `${workspace}/${name}`,
  pageOf: (fullName) => `/${fullName}/src/main/`,
  hasIssues: false,
  hasNumberedPages: false,
  searchesAll: false,
  refusal: (status) => ({ status, json: { type: 'error', error: { message: `${status} refused` } } }),
  answering: routed(
    {
      '/2.0/user': () => {
        const links = { avatar: { href: 'https://bitbucket.example/ada.png' } };
        return { json: one('User', { uuid: UUID, display_name: world.ada.name, links }) };
      },
      '/2.0/user/workspaces': (request) => {
        const list = world.organizations.map((slug) => {
          const workspace = { uuid: `{${slug}}`, slug, name: slug };
          return { type: 'workspace_access', administrator: false, workspace };
        });
        return page(request, list, 'WorkspaceAccess');
      },
      '/2.0/workspaces/:workspace/pullrequests/:user': pulls,
      '/2.0/repositories/:workspace': repositories,
      '/2.0/repositories/:workspace/:slug': (_, { workspace = '', slug = '' }) =>
        world.isThere(slug, workspace) ? { json: one('Repository', repositoryOf(slug, workspace)) } : notFound,
      '/2.0/repositories/:workspace/:slug/refs/branches': branches,
      '/2.0/repositories/:workspace/:slug/pullrequests/:id/conflicts': conflicts,
      '/2.0/repositories/:workspace/:slug/pullrequests/:id/statuses': statuses,
      '/2.0/repositories/:workspace/:slug/src/:commit/*': source,
    },
    notFound,
  ),
};
