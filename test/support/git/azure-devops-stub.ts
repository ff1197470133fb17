import { azureDevOpsHost } from '../../../shared/domain/git/azure-devops/host.ts';
import { describedBy } from './described.ts';
import { type Handler, numberIn, routed } from './routes.ts';
import type { StubbedProvider } from './stubbed-provider.ts';
import * as world from './world.ts';

const { one, many } = describedBy('azure-devops');

const notFound = { status: 404, json: { message: 'TF401019: The Git repository does not exist' } };

const ID = 'd6245f20-2af8-44f4-9451-8107cb2767db';

const listOf = (kind: string, value: readonly unknown[]) => ({
  json: { count: value.length, value: many(kind, value) },
});

/** All repositories are in the project `web`. */
const repositoryOf = (name: string) => ({
  id: `00000000-0000-0000-0000-000000000${world.idOf(name)}`,
  name,
  defaultBranch: 'refs/heads/main',
  isDisabled: false,
  remoteUrl: `https://dev.azure.example/web/_git/${name}`,
  project: { id: ID, name: 'web', visibility: world.isPublic(name) ? 'public' : 'private' },
});

/** The URL of a single organization contains all its repositories. */
const isThere = (name: string, organization = name === world.publicOfOthers ? 'strangers' : 'acme') =>
  world.isThere(name, organization);

const disabled = { ...repositoryOf('alpha'), name: 'closed', isDisabled: true };

const repositories = listOf('Repository', [...world.repositories.map(repositoryOf), disabled]);

const branches: Handler = ({ query }, { name = '', organization }) => {
  if (!isThere(name, organization)) return notFound;
  const found = world.branches.filter((one) => one.includes(query.get('filterContains') ?? '')).sort();
  const start = Math.max(found.indexOf(query.get('continuationToken') ?? ''), 0);
  const end = start + numberIn(query, '$top', 100);
  const refs = found.slice(start, end).map((one) => {
    return { name: `refs/heads/${one}`, objectId: world.shaOf(one), isLocked: one === 'main' };
  });
  const next = found[end];
  return { ...listOf('Ref', refs), ...(next === undefined ? {} : { headers: { 'x-ms-continuationtoken': next } }) };
};

const { id, name } = repositoryOf('alpha');
const pulls: Handler = ({ query }, { organization = 'acme' }) => {
  const isHers = query.get('searchCriteria.creatorId') === ID && query.get('searchCriteria.status') === 'active';
  const list = world.changes.map(({ number, title, problem }) => ({
    pullRequestId: number,
    title,
    mergeStatus: problem === 'conflict' ? 'conflicts' : 'succeeded',
    repository: { id, name, project: { id: ID, name: 'web' } },
    reviewers: [{ id: ID, vote: 0 }],
  }));
  return listOf('PullRequest', isHers && organization === 'acme' ? list : []);
};

/** The check was posted twice. The last status counts. */
const statuses: Handler = (_, { number }) => {
  const context = { name: 'build', genre: 'ci' };
  const states = number === '12' ? ['succeeded', 'failed'] : ['failed', 'succeeded'];
  return listOf(
    'PullRequestStatus',
    states.map((state, index) => ({ id: index + 1, state, context })),
  );
};

const threads: Handler = (_, { number }) =>
  listOf('Thread', [{ id: 1, status: number === '13' ? 'active' : 'fixed', isDeleted: false }]);

const items: Handler = ({ query }, { name = '', organization }) => {
  if (!isThere(name, organization)) return notFound;
  const bytes = world.files[(query.get('path') ?? '').slice(1)];
  if (bytes !== undefined) return { bytes };
  const scope = query.get('scopePath');
  const children = scope === null ? [] : world.childrenOf(scope.slice(1));
  if (children.length === 0) return notFound;
  const folder = (path: string) => ({ path, isFolder: true, gitObjectType: 'tree', objectId: world.shaOf(path) });
  const blobs = children.map((path) => ({ path: `/${path}`, gitObjectType: 'blob', objectId: world.shaOf(path) }));
  return listOf('Item', [folder(scope ?? ''), folder(`/${world.subdirectoryOf(scope?.slice(1) ?? '')}`), ...blobs]);
};

/** The routes below the URL of one organization. */
const organizationRoutes = (root: string) => ({
  [`${root}/_apis/connectionData`]: () => {
    const authenticatedUser = { id: ID, providerDisplayName: world.ada.name };
    return { json: one('ConnectionData', { authenticatedUser }) };
  },
  [`${root}/_apis/projects`]: () => listOf('Project', [{ id: ID, name: 'web', visibility: 'private' }]),
  [`${root}/_apis/git/repositories`]: ((_, { organization = 'acme' }) =>
    organization === 'acme' ? repositories : listOf('Repository', [])) satisfies Handler,
  [`${root}/web/_apis/git/repositories`]: () => repositories,
  [`${root}/_apis/git/pullrequests`]: pulls,
  [`${root}/web/_apis/git/repositories/:name`]: ((_, { organization, name = '' }) =>
    isThere(name, organization) ? { json: one('Repository', repositoryOf(name)) } : notFound) satisfies Handler,
  [`${root}/web/_apis/git/repositories/:name/refs`]: branches,
  [`${root}/web/_apis/git/repositories/:name/items`]: items,
  [`${root}/web/_apis/git/repositories/:id/pullRequests/:number/statuses`]: statuses,
  [`${root}/web/_apis/git/repositories/:id/pullRequests/:number/threads`]: threads,
});

const stub = {
  provider: 'azure_devops',
  make: azureDevOpsHost,
  token: 'azure-SuperSecretOfAda',
  authorization: `Basic ${Buffer.from(':azure-SuperSecretOfAda').toString('base64')}`,
  hasIssues: false,
  hasNumberedPages: false,
  searchesAll: false,
  refusal: (status: number) => ({ status, json: { message: `${status} refused` } }),
} as const;

export const azureDevOpsStub: StubbedProvider = {
  ...stub,
  name: 'Azure DevOps',
  baseUrl: 'https://dev.azure.com',
  hosts: ['dev.azure.com', 'app.vssps.visualstudio.com'],
  fullName: (name, organization = 'acme/web') =>
    `${organization === 'strangers' ? 'strangers/web' : organization}/${name}`,
  pageOf: (fullName) => `/${fullName.replace(/\/([^/]+)$/, '/_git/$1')}`,
  answering: routed(
    {
      '/_apis/profile/profiles/me': ({ host }) => {
        const { name: displayName, email: emailAddress } = world.ada;
        const profile = one('Profile', { id: ID, displayName, emailAddress, publicAlias: ID });
        return host === 'app.vssps.visualstudio.com' ? { json: profile } : notFound;
      },
      '/_apis/accounts': ({ query }) => {
        const names = query.get('memberId') === ID ? world.organizations : [];
        return listOf(
          'Account',
          names.toReversed().map((accountName) => ({ accountId: ID, accountName })),
        );
      },
      ...organizationRoutes('/:organization'),
    },
    notFound,
  ),
};

export const azureDevOpsServerStub: StubbedProvider = {
  ...stub,
  name: 'Azure DevOps, one organization',
  basePath: '/tfs/acme',
  fullName: (name) => `web/${name}`,
  pageOf: (fullName) => `/${fullName.replace('/', '/_git/')}`,
  answering: routed(organizationRoutes('/tfs/acme'), notFound),
};
