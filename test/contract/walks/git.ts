import { startGitHub } from '../../support/git/github-server.ts';
import type { Owner } from '../../support/service/owners.ts';
import type { Walk } from '../walk.ts';

const work = {
  viewer: { pullRequests: { nodes: [] } },
  search: { nodes: [{ number: 9, title: 'a wish', repository: { nameWithOwner: 'acme/api' } }] },
};

export async function walkGit(walk: Walk, { api }: Owner): Promise<void> {
  const provider = 'github';
  await walk.visit(api, 'GET /api/user/info');
  await walk.visit(api, 'GET /api/v1/users/git-info');
  await walk.visit(api, 'GET /api/v1/users/git-organizations');
  await walk.visit(api, 'GET /api/v1/git/repositories/search', { query: { provider }, fails: 409 });
  await walk.visit(api, 'GET /api/v1/git/repositories/search', { fails: 422 });
  const server = await startGitHub({
    own: [{ full_name: 'acme/api' }, { full_name: 'acme/web' }],
    branches: ['main', 'next'],
    files: { '.cursorrules': 'x', '.openhands/microagents/a.md': '---\ntriggers:\n- deploy\n---\nHow to deploy' },
    work,
  });
  try {
    const tokens = { [provider]: { token: 'ghp_good', host: server.host } };
    await api.post('/api/v1/secrets/git-providers', { provider_tokens: tokens });
    const repository = 'acme/api';
    const lists: readonly (readonly [string, Readonly<Record<string, string | number>>])[] = [
      ['/api/user/info', {}],
      ['/api/user/suggested-tasks', {}],
      ['/api/user/repositories', { selected_provider: provider, sort: 'pushed', page: 1, per_page: 1 }],
      ['/api/user/search/repositories', { query: 'api', per_page: 5 }],
      ['/api/user/repository/branches', { repository, page: 1, per_page: 1 }],
      ['/api/user/search/branches', { repository, query: 'n', per_page: 30 }],
      ['/api/user/installations', { provider }],
      ['/api/v1/users/git-info', {}],
      ['/api/v1/users/git-organizations', {}],
      ['/api/v1/git/installations/search', { provider, limit: 30 }],
      ['/api/v1/git/repositories/search', { provider, limit: 1 }],
      ['/api/v1/git/repositories/search', { provider, query: 'api', limit: 1 }],
      ['/api/v1/git/branches/search', { provider, repository, query: '', limit: 1 }],
      ['/api/v1/git/suggested-tasks/search', { limit: 1 }],
    ];
    for (const [path, query] of lists) await walk.visit(api, `GET ${path}`, { query });
    const microagents = 'GET /api/user/repository/{}/{}/microagents';
    await walk.visit(api, microagents, { at: ['acme', 'api'] });
    await walk.visit(api, microagents, { at: ['acme', 'none'], fails: 404 });
    const at = ['acme', 'api'];
    const file_path = '.openhands/microagents/a.md';
    await walk.visit(api, `${microagents}/content`, { at, query: { file_path } });
    await walk.visit(api, `${microagents}/content`, { at, query: { file_path: 'package.json' }, fails: 404 });
    await walk.visit(api, 'GET /api/v1/git/branches/search', { query: { provider, repository: 'a/b' }, fails: 404 });
  } finally {
    await server.close();
  }
}
