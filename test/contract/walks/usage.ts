import type { Api } from '../../support/service/api.ts';
import type { Owner } from '../../support/service/owners.ts';
import type { Walk } from '../walk.ts';

const ROUTE = 'GET /api/v1/usage';
const CALLS = 'GET /api/v1/model-calls';

export async function walkUsage(walk: Walk, { api }: Owner, anonymous: Api): Promise<void> {
  await walk.visit(api, ROUTE);
  for (const group_by of ['day', 'sandbox', 'conversation', 'key', 'spec', 'model'])
    await walk.visit(api, ROUTE, { query: { group_by, limit: 1 } });
  await walk.visit(api, ROUTE, { query: { split_by: 'spec' } });
  await walk.visit(api, ROUTE, { query: { split_by: 'day' }, fails: 422 });
  await walk.visit(api, ROUTE, { query: { from: '2026-01-01', to: '2025-01-01' }, fails: 422 });
  await walk.visit(api, ROUTE, { query: { group_by: 'owner' }, fails: 422 });
  await walk.visit(anonymous, ROUTE, { fails: 401 });
  await walk.visit(api, CALLS);
  await walk.visit(api, CALLS, { query: { status: 'open', limit: 1 } });
  await walk.visit(api, CALLS, { query: { status: 'begun' }, fails: 422 });
  await walk.visit(anonymous, CALLS, { fails: 401 });
}
