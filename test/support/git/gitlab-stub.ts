import { gitLabHost } from '../../../shared/domain/git/gitlab/host.ts';
import { describedBy } from './described.ts';
import { type Handler, numberIn, pageByNumber, routed } from './routes.ts';
import type { StubRequest } from './stub-server.ts';
import type { StubbedProvider } from './stubbed-provider.ts';
import * as world from './world.ts';

const { one, many } = describedBy('gitlab');

const notFound = { status: 404, json: { message: '404 Project Not Found' } };

/** Lists are paged by number; a header says which page is next. */
function page<T>({ query }: StubRequest, all: readonly T[], kind: string) {
  const number = numberIn(query, 'page', 1);
  const { items, hasNext } = pageByNumber(all, number, numberIn(query, 'per_page', 20));
  return { json: many(kind, items), headers: { 'x-next-page': hasNext ? String(number + 1) : '' } };
}

const projectOf = (name: string, group: string) => ({
  id: world.idOf(name),
  path_with_namespace: `${group}/${name}`,
  visibility: world.isPublic(name) ? 'public' : 'private',
  star_count: 3,
  forks_count: 1,
  last_activity_at: world.pushedAt,
  created_at: world.pushedAt,
  default_branch: 'main',
  namespace: { id: 1, kind: 'group', full_path: group },
  web_url: `https://gitlab.example/${group}/${name}`,
});

const all = world.repositories.map((name) => projectOf(name, 'acme/tools'));
const everyone = [...all, projectOf(world.publicOfOthers, 'strangers')];

const projects: Handler = (request) => {
  if (request.query.has('membership')) return page(request, all, 'Project');
  const text = request.query.get('search') ?? '';
  return page(
    request,
    everyone.filter((one) => one.path_with_namespace.includes(text)),
    'Project',
  );
};

const project: Handler = (_, { id }) => {
  const found = everyone.find(({ path_with_namespace }) => path_with_namespace === id);
  return found ? { json: one('Project', found) } : notFound;
};

const branches: Handler = (request, { id }) => {
  if (!everyone.some(({ path_with_namespace }) => path_with_namespace === id)) return notFound;
  const named = world.branches.filter((name) => name.includes(request.query.get('search') ?? ''));
  const list = named.map((name) => ({
    name,
    protected: name === 'main',
    default: name === 'main',
    commit: { id: world.shaOf(name), committed_date: world.pushedAt, title: 'A commit' },
  }));
  return page(request, list, 'Branch');
};

const references = (mark: string) => ({ short: mark, relative: mark, full: `acme/tools/alpha${mark}` });

const mergeRequests: Handler = ({ query }) => ({
  json: many(
    'MergeRequest',
    query.get('scope') !== 'created_by_me'
      ? []
      : world.changes.map(({ number, title, problem }) => ({
          id: 9000 + number,
          iid: number,
          project_id: 100,
          title,
          state: 'opened',
          references: references(`!${number}`),
          has_conflicts: problem === 'conflict',
          blocking_discussions_resolved: problem !== 'comments',
        })),
  ),
});

const mergeRequest: Handler = (_, { iid }) => {
  const status =
    world.changes.find(({ number }) => String(number) === iid)?.problem === 'checks' ? 'failed' : 'success';
  return {
    json: one('MergeRequestDetails', { id: 9000 + Number(iid), iid: Number(iid), head_pipeline: { id: 1, status } }),
  };
};

const issues: Handler = ({ query }) => {
  const { number, title } = world.issue;
  const issue = { id: 1, iid: number, project_id: 100, title, state: 'opened', references: references(`#${number}`) };
  return { json: many('Issue', query.get('scope') === 'assigned_to_me' ? [issue] : []) };
};

const tree: Handler = ({ query }) => {
  const path = query.get('path') ?? '';
  const children = world.childrenOf(path);
  if (children.length === 0) return { status: 404, json: { message: '404 Tree Not Found' } };
  const entryOf = (path: string, type: string) => {
    return { id: world.shaOf(path), name: path.split('/').at(-1) ?? '', type, path, mode: '100644' };
  };
  const entries = children.map((file) => entryOf(file, 'blob'));
  return { json: many('TreeEntry', [entryOf(world.subdirectoryOf(path), 'tree'), ...entries]) };
};

export const gitLabStub: StubbedProvider = {
  name: 'GitLab',
  provider: 'gitlab',
  make: gitLabHost,
  token: 'glpat-SuperSecretOfAda',
  authorization: 'Bearer glpat-SuperSecretOfAda',
  fullName: (name, organization = 'acme/tools') => `${organization}/${name}`,
  pageOf: (fullName) => `/${fullName}/-/tree/main/docs`,
  hasIssues: true,
  searchesAll: true,
  refusal: (status) => ({ status, json: { message: `${status} refused` } }),
  answering: routed(
    {
      '/api/v4/user': () => ({
        json: one('User', {
          id: world.ada.id,
          username: world.ada.login,
          name: world.ada.name,
          avatar_url: 'https://gitlab.example/ada.png',
          email: world.ada.email,
          organization: null,
          state: 'active',
        }),
      }),
      '/api/v4/groups': (request) => {
        const groups = world.organizations.map((name) => ({ id: 1, full_path: name, name, visibility: 'private' }));
        return page(request, groups, 'Group');
      },
      '/api/v4/groups/:id/projects': (request, { id }) => page(request, id === 'acme' ? all : [], 'Project'),
      '/api/v4/projects': projects,
      '/api/v4/projects/:id': project,
      '/api/v4/projects/:id/repository/branches': branches,
      '/api/v4/projects/:id/repository/tree': tree,
      '/api/v4/projects/:id/repository/files/:path/raw': ({ query }, { path = '' }) => {
        const bytes = query.get('ref') === 'HEAD' ? world.files[path] : undefined;
        return bytes === undefined ? notFound : { bytes };
      },
      '/api/v4/merge_requests': mergeRequests,
      '/api/v4/projects/:id/merge_requests/:iid': mergeRequest,
      '/api/v4/issues': issues,
    },
    notFound,
  ),
};
