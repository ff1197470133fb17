import type { Api } from '../../support/service/api.ts';
import type { Owner } from '../../support/service/owners.ts';
import type { Walk } from '../walk.ts';

const ROUTE = 'GET /api/v1/usage';

export async function walkUsage(walk: Walk, { api }: Owner, anonymous: Api): Promise<void> {
  await walk.visit(api, ROUTE);
  for (const group_by of ['day', 'sandbox', 'conversation', 'key', 'spec'])
    await walk.visit(api, ROUTE, { query: { group_by, limit: 1 } });
  await walk.visit(api, ROUTE, { query: { split_by: 'spec' } });
  await walk.visit(api, ROUTE, { query: { split_by: 'day' }, fails: 422 });
  await walk.visit(api, ROUTE, { query: { from: '2026-01-01', to: '2025-01-01' }, fails: 422 });
  await walk.visit(api, ROUTE, { query: { group_by: 'owner' }, fails: 422 });
  await walk.visit(anonymous, ROUTE, { fails: 401 });
}
