import type { Api } from '../../support/service/api.ts';
import type { Walk } from '../walk.ts';

export async function walkLimits(walk: Walk, auditor: Api, anonymous: Api): Promise<void> {
  await walk.visit(auditor, 'GET /api/v1/limits');
  await walk.visit(anonymous, 'GET /api/v1/limits', { fails: 401 });
  await walk.visit(auditor, 'GET /api/v1/overview');
  await walk.visit(auditor, 'GET /api/v1/overview', { query: { starts_from: 'yesterday' }, fails: 422 });
  await walk.visit(anonymous, 'GET /api/v1/overview', { fails: 401 });
  await walk.visit(auditor, 'GET /api/v1/audit');
  await walk.visit(auditor, 'GET /api/v1/audit', { query: { from: '2026-01-01', action: 'create-secret', limit: 1 } });
  await walk.visit(auditor, 'GET /api/v1/audit', { query: { from: 'yesterday' }, fails: 422 });
  await walk.visit(anonymous, 'GET /api/v1/audit', { fails: 401 });
  await walk.visit(anonymous, 'GET /docs/migration');
}
